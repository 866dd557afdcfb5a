import { isJsonObject, type JsonObject } from '../../json-parts.ts';
import { addItem, addMember, addUsage, textValue, type FollowedStream } from '../shared/followed-stream.ts';

const LAST_EVENTS: readonly unknown[] = ['response.completed', 'response.incomplete', 'response.failed'];

/** Members of a response that decide its price. */
const RESPONSE_MEMBERS = ['service_tier', 'tools', 'tool_usage'] as const;

/** Reads an event. The last one holds the complete answer. */
export function followStream(stream: FollowedStream, data: unknown): void {
  if (!isJsonObject(data)) return;
  const { type, response, delta } = data;
  if (typeof delta === 'string') stream.written += delta.length;
  if (isJsonObject(response)) stream.model = textValue(response['model']) ?? stream.model;
  if (type === 'response.output_item.done') addCall(stream, data['item']);
  if (!LAST_EVENTS.includes(type) || !isJsonObject(response)) return;
  stream.hasEnd = true;
  followResponse(stream, response);
}

function followResponse(stream: FollowedStream, response: JsonObject): void {
  if (isJsonObject(response['usage'])) {
    addUsage(stream, response['usage']);
    stream.isFinalUsage = true;
  }
  for (const name of RESPONSE_MEMBERS) addMember(stream, name, response[name]);
  const { output } = response;
  if (Array.isArray(output) && output.length > 0) stream.answer['output'] = output;
}

/** Adds a tool call. The last event also has all calls, unless it is too large to be read completely. */
function addCall(stream: FollowedStream, item: unknown): void {
  if (isJsonObject(item) && typeof item['type'] === 'string' && item['type'].endsWith('_call'))
    addItem(stream, 'output', item);
}
