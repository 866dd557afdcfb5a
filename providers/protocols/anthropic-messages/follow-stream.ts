import { isJsonObject } from '../../json-parts.ts';
import { addMember, addUsage, textLength, textValue, type FollowedStream } from '../shared/followed-stream.ts';

/** Reads an event. The first event states the input tokens, and later events the total output tokens so far. */
export function followStream(stream: FollowedStream, data: unknown): void {
  if (!isJsonObject(data)) return;
  const { type, message, delta } = data;
  if (type === 'message_start' && isJsonObject(message)) {
    stream.model = textValue(message['model']);
    addUsage(stream, message['usage']);
    addMember(stream, 'container', message['container']);
  } else if (type === 'content_block_delta' && isJsonObject(delta)) {
    stream.written += textLength(delta['text']) + textLength(delta['partial_json']) + textLength(delta['thinking']);
  } else if (type === 'message_delta') {
    addUsage(stream, data['usage']);
    if (isJsonObject(delta)) addMember(stream, 'container', delta['container']);
    // This usage covers the complete message, even if the last event does not arrive.
    stream.hasEnd = stream.isFinalUsage = isJsonObject(data['usage']);
  }
}
