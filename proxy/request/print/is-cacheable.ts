import { objectsOf, type JsonObject } from '../../../providers/json-parts.ts';
import { isUntypedCallersTool } from '../tools/is-untyped-callers-tool.ts';

/**
 * Members by which a request goes on with what a provider keeps, reaches further than the model, or leaves something
 * behind.
 */
const REACHING: ReadonlySet<string> = new Set([
  ...['previous_response_id', 'conversation', 'prompt', 'container', 'background', 'store'],
  ...['mcp_servers', 'web_search_options', 'cachedContent', 'cached_content'],
]);

/**
 * Tools that the caller runs itself. Any other is run by the provider: what it finds or does is not the same the next
 * time.
 */
const TOOLS_OF_CALLER: readonly unknown[] = [undefined, 'function', 'custom'];

/** A tool without a type and without any other member says nothing. */
function isOfCaller(tool: JsonObject): boolean {
  if (!TOOLS_OF_CALLER.includes(tool['type'])) return false;
  return tool['type'] !== undefined || Object.keys(tool).length === 0 || isUntypedCallersTool(tool);
}

/** True if the answer to a request depends on nothing but the request. */
export function isCacheable(body: Readonly<Record<string, unknown>>): boolean {
  for (const name in body)
    if (REACHING.has(name) && body[name] !== undefined && body[name] !== null && body[name] !== false) return false;
  return objectsOf(body['tools']).every(isOfCaller);
}
