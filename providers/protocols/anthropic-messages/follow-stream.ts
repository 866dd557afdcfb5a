import { isObject } from '../../json-parts.ts';
import { addMember, addUsage, lengthOf, textOf, type FollowedStream } from '../shared/followed-stream.ts';

/** The beginning says what was sent, later events what has been written since, in all. */
export function followStream(stream: FollowedStream, data: unknown): void {
  if (!isObject(data)) return;
  const { type, message, delta } = data;
  if (type === 'message_start' && isObject(message)) {
    stream.model = textOf(message['model']);
    addUsage(stream, message['usage']);
    addMember(stream, 'container', message['container']);
  } else if (type === 'content_block_delta' && isObject(delta)) {
    stream.written += lengthOf(delta['text']) + lengthOf(delta['partial_json']) + lengthOf(delta['thinking']);
  } else if (type === 'message_delta') {
    addUsage(stream, data['usage']);
    if (isObject(delta)) addMember(stream, 'container', delta['container']);
    // It stands for the whole message, whether its last event comes or not.
    stream.hasEnd = stream.isFinalUsage = isObject(data['usage']);
  }
}
