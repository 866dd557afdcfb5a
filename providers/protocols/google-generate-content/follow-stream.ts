import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import { addItem, addMember, textLength, textValue, type FollowedStream } from '../shared/followed-stream.ts';
import { readBlockReason, isStatedReason } from './answer-form.ts';
import { argumentsText, candidateParts } from './answer-parts.ts';

/** The maximum number of pieces whose sources are kept, because the last pieces repeat the earlier ones. */
const MAX_GROUNDED = 64;

/** Reads a piece. Each states the usage so far, and the last one the total usage. */
export function followStream(stream: FollowedStream, data: unknown): void {
  if (!isJsonObject(data)) return;
  stream.model ??= textValue(data['modelVersion']);
  addMember(stream, 'modelVersion', data['modelVersion']);
  if (readBlockReason(data) !== undefined) stream.hasEnd = true;
  const { written } = stream;
  for (const candidate of jsonObjectsIn(data['candidates'])) followCandidate(stream, candidate);
  const { usageMetadata: usage } = data;
  if (isJsonObject(usage) && Object.keys(usage).length > 0) {
    stream.answer['usageMetadata'] = usage;
    stream.isFinalUsage = true;
  } else if (stream.written > written) stream.isFinalUsage = false;
}

function followCandidate(stream: FollowedStream, candidate: JsonObject): void {
  for (const { text, functionCall: call } of candidateParts(candidate)) {
    stream.written += textLength(text);
    if (isJsonObject(call)) stream.written += textLength(call['name']) + argumentsText(call['args']).length;
  }
  if (isStatedReason(candidate['finishReason'])) stream.hasEnd = true;
  const { groundingMetadata } = candidate;
  if (isJsonObject(groundingMetadata) && keptOf(stream) < MAX_GROUNDED)
    addItem(stream, 'candidates', { groundingMetadata });
}

function keptOf({ answer }: FollowedStream): number {
  const { candidates } = answer;
  return Array.isArray(candidates) ? candidates.length : 0;
}
