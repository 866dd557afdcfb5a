import { jsonObjectsIn, type JsonObject } from '../../json-parts.ts';

/** The name of the tool whose result is the last one in the last message; undefined if that message has no result. */
export function toolName(body: JsonObject): unknown {
  const messages = jsonObjectsIn(body['messages']);
  const result = jsonObjectsIn(messages.at(-1)?.['content']).findLast(({ type }) => type === 'tool_result');
  const id = result?.['tool_use_id'];
  if (typeof id !== 'string') return undefined;
  const isCall = (block: JsonObject): boolean => block['type'] === 'tool_use' && block['id'] === id;
  const asked = messages.findLast(({ content }) => jsonObjectsIn(content).some(isCall));
  return jsonObjectsIn(asked?.['content']).find(isCall)?.['name'];
}
