import type { JsonObject } from '../../../providers/json-parts.ts';

/**
 * Members of a tool of Google's that the caller runs, in both spellings. A tool without a type that has others is run
 * by the provider.
 */
const CALLERS: ReadonlySet<string> = new Set([
  ...['functionDeclarations', 'function_declarations', 'computerUse', 'computer_use'],
]);

/**
 * True if a tool without a type is one that the caller runs: a function with a name, or a list of declared functions
 * and nothing else.
 */
export function isUntypedCallersTool(tool: JsonObject): boolean {
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
