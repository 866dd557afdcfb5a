import type { JsonObject } from '../../../providers/json-parts.ts';

/**
 * Members of a Google tool that the caller runs, in both spellings. If a tool without a type has other members, the
 * provider runs it.
 */
const CALLERS: ReadonlySet<string> = new Set([
  ...['functionDeclarations', 'function_declarations', 'computerUse', 'computer_use'],
]);

/**
 * True if the caller runs a tool without a type: a function with a name, or a list of declared functions and nothing
 * else.
 */
export function isUntypedCallerTool(tool: JsonObject): boolean {
  if (isSet(tool['name']) || isSet(tool['function'])) return true;
  let isDeclared = false;
  for (const name in tool) {
    if (!isSet(tool[name])) continue;
    if (!CALLERS.has(name)) return false;
    isDeclared = true;
  }
  return isDeclared;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}
