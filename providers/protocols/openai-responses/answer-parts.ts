import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import {
  toolCallParts,
  textParts,
  type AnsweredParts,
  type AnswerPart,
  type GrowingParts,
} from '../shared/answer-part.ts';

/** The parts of a response's items, without reasoning. */
export function answerParts(body: JsonObject): AnsweredParts {
  return [jsonObjectsIn(body['output']).flatMap(itemParts)];
}

/** Adds the parts of a stream's event; the last event has the complete response. */
export function streamParts(
  parts: GrowingParts,
  { type, response, item, delta, output_index: index }: JsonObject,
): void {
  const place = String(index);
  if (type === 'response.output_text.delta' || type === 'response.refusal.delta') parts.say(0, place, delta);
  else if (type === 'response.function_call_arguments.delta') parts.call(0, place, undefined, delta);
  else if (type === 'response.output_item.added' && isJsonObject(item) && item['type'] === 'function_call')
    parts.call(0, place, item['name'], '');
  else if (type === 'response.completed' && isJsonObject(response)) parts.replace(answerParts(response));
}

/** True for an event that is not a delta, because it repeats the text of earlier events. */
export function isRepeatEvent(type: unknown): boolean {
  return typeof type === 'string' && !type.endsWith('.delta');
}

function itemParts(item: JsonObject): AnswerPart[] {
  if (item['type'] === 'function_call') return toolCallParts(item);
  return jsonObjectsIn(item['content']).flatMap(({ text, refusal }) => [...textParts(text), ...textParts(refusal)]);
}
