import { isObject } from '../../json-parts.ts';
import { addMember, addUsage, lengthOf, textOf, type FollowedStream } from '../shared/followed-stream.ts';

/** Reads an event. The first event states the input tokens, and later events the total output tokens so far. */
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
    // This usage covers the complete message, even if the last event does not arrive.
    stream.hasEnd = stream.isFinalUsage = isObject(data['usage']);
  }
}
