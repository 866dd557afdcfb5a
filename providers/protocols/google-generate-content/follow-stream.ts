import { isObject, objectsOf, type JsonObject } from '../../json-parts.ts';
import { addItem, addMember, lengthOf, textOf, type FollowedStream } from '../shared/followed-stream.ts';
import { blockReasonOf, isReason } from './answer-form.ts';
import { argumentsText, candidateParts } from './answer-parts.ts';

/** The maximum number of pieces whose sources are kept, because the last pieces repeat the earlier ones. */
const MAX_GROUNDED = 64;

/** Reads a piece. Each states the usage so far, and the last one the total usage. */
export function followStream(stream: FollowedStream, data: unknown): void {
  if (!isObject(data)) return;
  stream.model ??= textOf(data['modelVersion']);
  addMember(stream, 'modelVersion', data['modelVersion']);
  if (blockReasonOf(data) !== undefined) stream.hasEnd = true;
  const { written } = stream;
  for (const candidate of objectsOf(data['candidates'])) followCandidate(stream, candidate);
  const { usageMetadata: usage } = data;
  if (isObject(usage) && Object.keys(usage).length > 0) {
    stream.answer['usageMetadata'] = usage;
    stream.isFinalUsage = true;
  } else if (stream.written > written) stream.isFinalUsage = false;
}

function followCandidate(stream: FollowedStream, candidate: JsonObject): void {
  for (const { text, functionCall: call } of candidateParts(candidate)) {
    stream.written += lengthOf(text);
    if (isObject(call)) stream.written += lengthOf(call['name']) + argumentsText(call['args']).length;
  }
  if (isReason(candidate['finishReason'])) stream.hasEnd = true;
  const { groundingMetadata } = candidate;
  if (isObject(groundingMetadata) && keptOf(stream) < MAX_GROUNDED)
    addItem(stream, 'candidates', { groundingMetadata });
}

function keptOf({ answer }: FollowedStream): number {
  const { candidates } = answer;
  return Array.isArray(candidates) ? candidates.length : 0;
}
