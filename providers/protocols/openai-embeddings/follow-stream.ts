import { isJsonObject } from '../../json-parts.ts';
import { addMember, addUsage, textValue, type FollowedStream } from '../shared/followed-stream.ts';

/** Reads an event. Vectors arrive in one piece; if a server streams them nevertheless, its stated usage counts. */
export function followStream(stream: FollowedStream, data: unknown): void {
  if (data === '[DONE]') stream.hasEnd = true;
  if (!isJsonObject(data)) return;
  stream.model ??= textValue(data['model']);
  addMember(stream, 'service_tier', data['service_tier']);
  if (!isJsonObject(data['usage'])) return;
  addUsage(stream, data['usage']);
  stream.isFinalUsage = true;
}
