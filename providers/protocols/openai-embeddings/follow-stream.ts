import { isObject } from '../../json-parts.ts';
import { addMember, addUsage, textOf, type FollowedStream } from '../shared/followed-stream.ts';

/** Vectors come in one piece: of a server that streams them all the same, what it says of their usage counts. */
export function followStream(stream: FollowedStream, data: unknown): void {
  if (data === '[DONE]') stream.hasEnd = true;
  if (!isObject(data)) return;
  stream.model ??= textOf(data['model']);
  addMember(stream, 'service_tier', data['service_tier']);
  if (!isObject(data['usage'])) return;
  addUsage(stream, data['usage']);
  stream.isFinalUsage = true;
}
