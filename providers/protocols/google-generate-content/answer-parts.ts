import { isNestedDeeper, isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import {
  toolCallPart,
  textParts,
  type AnsweredParts,
  type AnswerPart,
  type GrowingParts,
} from '../shared/answer-part.ts';

/** The maximum nesting of arguments, deeper than any function needs. Serialization recurses once per level. */
const MAX_LEVELS = 512;

/** The parts of each candidate, without thoughts, pictures and code that the provider ran. */
export function answerParts(body: JsonObject): AnsweredParts {
  return jsonObjectsIn(body['candidates']).map((candidate) => candidateParts(candidate).flatMap(partsOf));
}

/** Adds the parts of a stream's piece. A call of a function comes in one piece. */
export function streamParts(parts: GrowingParts, { candidates }: JsonObject): void {
  for (const candidate of jsonObjectsIn(candidates)) {
    const answer = Number(candidate['index'] ?? 0);
    for (const part of candidateParts(candidate).flatMap(partsOf))
      if (part.type === 'text') parts.say(answer, 'text', part.text);
      else parts.callWhole(answer, part.name, part.arguments);
  }
}

/** The parts of a candidate; empty if it has no content. */
export function candidateParts({ content }: JsonObject): readonly JsonObject[] {
  return jsonObjectsIn(isJsonObject(content) ? content['parts'] : undefined);
}

function partsOf({ text, thought, functionCall: call }: JsonObject): AnswerPart[] {
  if (isJsonObject(call))
    return typeof call['name'] === 'string' ? [toolCallPart(call['name'], argumentsText(call['args']))] : [];
  return thought === true ? [] : textParts(text);
}

/** The arguments as JSON; empty if they are nested too deep to be serialized. */
export function argumentsText(args: unknown): string {
  return isNestedDeeper(args, MAX_LEVELS) ? '' : JSON.stringify(args ?? {});
}
