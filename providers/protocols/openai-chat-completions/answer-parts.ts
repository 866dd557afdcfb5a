import { isObject, objectsOf, type JsonObject } from '../../json-parts.ts';
import { namedCall, textPart, type AnsweredParts, type AnswerPart, type GrowingParts } from '../shared/answer-part.ts';

/** The parts of each choice, without reasoning. */
export function answerParts(body: JsonObject): AnsweredParts {
  return objectsOf(body['choices']).map(({ message }) => (isObject(message) ? messageParts(message) : []));
}

/** Adds the parts of a stream's chunk. */
export function streamParts(parts: GrowingParts, { choices }: JsonObject): void {
  for (const { index, delta } of objectsOf(choices)) {
    if (!isObject(delta)) continue;
    const answer = Number(index);
    parts.say(answer, 'text', delta['content']);
    parts.say(answer, 'refusal', delta['refusal']);
    for (const { index: place, function: called } of objectsOf(delta['tool_calls']))
      if (isObject(called)) parts.call(answer, `call ${String(place)}`, called['name'], called['arguments']);
  }
}

function messageParts({ content, refusal, tool_calls: calls }: JsonObject): AnswerPart[] {
  const called = objectsOf(calls).flatMap(({ function: asked }) => (isObject(asked) ? namedCall(asked) : []));
  return [...textPart(content), ...textPart(refusal), ...called];
}
