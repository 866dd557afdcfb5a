import { isObject } from '../../json-parts.ts';
import { addMember, addUsage, lengthOf, textOf, type FollowedStream } from '../shared/followed-stream.ts';

/** The beginning says what was sent, later events what has been written since, in all. */
export function followStream(told: FollowedStream, data: unknown): void {
  if (!isObject(data)) return;
  const { type, message, delta } = data;
  if (type === 'message_start' && isObject(message)) {
    told.model = textOf(message['model']);
    addUsage(told, message['usage']);
    addMember(told, 'container', message['container']);
  } else if (type === 'content_block_delta' && isObject(delta)) {
    told.written += lengthOf(delta['text']) + lengthOf(delta['partial_json']) + lengthOf(delta['thinking']);
  } else if (type === 'message_delta') {
    addUsage(told, data['usage']);
    if (isObject(delta)) addMember(told, 'container', delta['container']);
    // It stands for the whole message, whether its last event comes or not.
    told.hasEnd = told.isFinalUsage = isObject(data['usage']);
  }
}
