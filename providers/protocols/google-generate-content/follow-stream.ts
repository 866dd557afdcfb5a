import { isObject, objectsOf, type JsonObject } from '../../json-parts.ts';
import { addItem, addMember, lengthOf, textOf, type FollowedStream } from '../shared/followed-stream.ts';
import { blockReasonOf, isReason } from './answer-form.ts';
import { argumentsText, partsOf } from './answer-parts.ts';

/** The most pieces whose sources are kept: the last ones repeat those before. */
const MAX_GROUNDED = 64;

/** Each piece says what was used so far, and the last one what was used in all. */
export function followStream(told: FollowedStream, data: unknown): void {
  if (!isObject(data)) return;
  told.model ??= textOf(data['modelVersion']);
  addMember(told, 'modelVersion', data['modelVersion']);
  if (blockReasonOf(data) !== undefined) told.hasEnd = true;
  const { written } = told;
  for (const candidate of objectsOf(data['candidates'])) followCandidate(told, candidate);
  const { usageMetadata: usage } = data;
  if (isObject(usage) && Object.keys(usage).length > 0) {
    told.answer['usageMetadata'] = usage;
    told.isFinalUsage = true;
  } else if (told.written > written) told.isFinalUsage = false;
}

function followCandidate(told: FollowedStream, candidate: JsonObject): void {
  for (const { text, functionCall: call } of partsOf(candidate)) {
    told.written += lengthOf(text);
    if (isObject(call)) told.written += lengthOf(call['name']) + argumentsText(call['args']).length;
  }
  if (isReason(candidate['finishReason'])) told.hasEnd = true;
  const { groundingMetadata } = candidate;
  if (isObject(groundingMetadata) && keptOf(told) < MAX_GROUNDED) addItem(told, 'candidates', { groundingMetadata });
}

function keptOf({ answer }: FollowedStream): number {
  const { candidates } = answer;
  return Array.isArray(candidates) ? candidates.length : 0;
}
