import { isObject, type JsonObject } from '../../json-parts.ts';
import { addItem, addMember, addUsage, textOf, type FollowedStream } from '../shared/followed-stream.ts';

const LAST_EVENTS: readonly unknown[] = ['response.completed', 'response.incomplete', 'response.failed'];

/** Members of a response that decide its price. */
const RESPONSE_MEMBERS = ['service_tier', 'tools', 'tool_usage'] as const;

/** The last event holds the whole answer. */
export function followStream(told: FollowedStream, data: unknown): void {
  if (!isObject(data)) return;
  const { type, response, delta } = data;
  if (typeof delta === 'string') told.written += delta.length;
  if (isObject(response)) told.model = textOf(response['model']) ?? told.model;
  if (type === 'response.output_item.done') addCall(told, data['item']);
  if (!LAST_EVENTS.includes(type) || !isObject(response)) return;
  told.hasEnd = true;
  followResponse(told, response);
}

function followResponse(told: FollowedStream, response: JsonObject): void {
  if (isObject(response['usage'])) {
    addUsage(told, response['usage']);
    told.isFinalUsage = true;
  }
  for (const name of RESPONSE_MEMBERS) addMember(told, name, response[name]);
  const { output } = response;
  if (Array.isArray(output) && output.length > 0) told.answer['output'] = output;
}

/** The last event has all calls of tools as well, unless it is too large to be read whole. */
function addCall(told: FollowedStream, item: unknown): void {
  if (isObject(item) && typeof item['type'] === 'string' && item['type'].endsWith('_call'))
    addItem(told, 'output', item);
}
