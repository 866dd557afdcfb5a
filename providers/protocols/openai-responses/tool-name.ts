import { jsonObjectsIn, type JsonObject } from '../../json-parts.ts';

/** The items that are results of the caller's tools, and the items that asked for them. */
const CALLS: ReadonlyMap<unknown, string> = new Map([
  ['function_call_output', 'function_call'],
  ['custom_tool_call_output', 'custom_tool_call'],
]);

/**
 * The name of the tool whose result is the last item. Undefined if the last item is no result, or if the provider
 * stores the item that asked for it.
 */
export function toolName(body: JsonObject): unknown {
  const items = jsonObjectsIn(body['input']);
  const { type, call_id: id } = items.at(-1) ?? {};
  const asking = CALLS.get(type);
  if (asking === undefined || typeof id !== 'string') return undefined;
  return items.findLast((item) => item['type'] === asking && item['call_id'] === id)?.['name'];
}
