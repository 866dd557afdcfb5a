import { isObject } from '../../json-parts.ts';
import { addMember, addUsage, textOf, type FollowedStream } from '../shared/followed-stream.ts';

/** Vectors come in one piece: of a server that streams them all the same, what it says of their usage counts. */
export function followStream(told: FollowedStream, data: unknown): void {
  if (data === '[DONE]') told.hasEnd = true;
  if (!isObject(data)) return;
  told.model ??= textOf(data['model']);
  addMember(told, 'service_tier', data['service_tier']);
  if (!isObject(data['usage'])) return;
  addUsage(told, data['usage']);
  told.isFinalUsage = true;
}
