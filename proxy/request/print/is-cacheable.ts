import { jsonObjectsIn, type JsonObject } from '../../../providers/json-parts.ts';
import { isUntypedCallerTool } from '../tools/is-untyped-caller-tool.ts';

/**
 * Members by which a request continues state that a provider stores, reaches further than the model, or leaves state
 * behind.
 */
const REACHING: ReadonlySet<string> = new Set([
  ...['previous_response_id', 'conversation', 'prompt', 'container', 'background', 'store'],
  ...['mcp_servers', 'web_search_options', 'cachedContent', 'cached_content'],
]);

/** The types of tools that the caller runs. The provider runs any other tool, whose result may differ the next time. */
const TOOLS_OF_CALLER: readonly unknown[] = [undefined, 'function', 'custom'];

/** True if the caller runs a tool. A tool without any member has no effect. */
function isOfCaller(tool: JsonObject): boolean {
  if (!TOOLS_OF_CALLER.includes(tool['type'])) return false;
  return tool['type'] !== undefined || Object.keys(tool).length === 0 || isUntypedCallerTool(tool);
}

/** True if the answer to a request depends on the request alone. */
export function isCacheable(body: Readonly<Record<string, unknown>>): boolean {
  for (const name in body)
    if (REACHING.has(name) && body[name] !== undefined && body[name] !== null && body[name] !== false) return false;
  return jsonObjectsIn(body['tools']).every(isOfCaller);
}
