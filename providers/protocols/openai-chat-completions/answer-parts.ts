import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import {
  toolCallParts,
  textParts,
  type AnsweredParts,
  type AnswerPart,
  type GrowingParts,
} from '../shared/answer-part.ts';

/** The parts of each choice, without reasoning. */
export function answerParts(body: JsonObject): AnsweredParts {
  return jsonObjectsIn(body['choices']).map(({ message }) => (isJsonObject(message) ? messageParts(message) : []));
}

/** Adds the parts of a stream's chunk. */
export function streamParts(parts: GrowingParts, { choices }: JsonObject): void {
  for (const { index, delta } of jsonObjectsIn(choices)) {
    if (!isJsonObject(delta)) continue;
    const answer = Number(index);
    parts.say(answer, 'text', delta['content']);
    parts.say(answer, 'refusal', delta['refusal']);
    for (const { index: place, function: called } of jsonObjectsIn(delta['tool_calls']))
      if (isJsonObject(called)) parts.call(answer, `call ${String(place)}`, called['name'], called['arguments']);
  }
}

function messageParts({ content, refusal, tool_calls: calls }: JsonObject): AnswerPart[] {
  const called = jsonObjectsIn(calls).flatMap(({ function: asked }) =>
    isJsonObject(asked) ? toolCallParts(asked) : [],
  );
  return [...textParts(content), ...textParts(refusal), ...called];
}
