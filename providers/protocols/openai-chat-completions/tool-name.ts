import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';

/** The name of the tool whose result is the last message; undefined if the last message is no result. */
export function toolName(body: JsonObject): unknown {
  const messages = jsonObjectsIn(body['messages']);
  const { role, name, tool_call_id: id } = messages.at(-1) ?? {};
  if (role === 'function') return name;
  if (role !== 'tool' || typeof id !== 'string') return undefined;
  const isCall = (call: JsonObject): boolean => call['id'] === id;
  const asked = messages.findLast(({ tool_calls: calls }) => jsonObjectsIn(calls).some(isCall));
  const { function: ofFunction, custom } = jsonObjectsIn(asked?.['tool_calls']).find(isCall) ?? {};
  const tool = ofFunction ?? custom;
  return isJsonObject(tool) ? tool['name'] : undefined;
}
