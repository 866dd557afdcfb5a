import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import {
  toolCallPart,
  textParts,
  type AnsweredParts,
  type AnswerPart,
  type GrowingParts,
} from '../shared/answer-part.ts';

/** The parts of a message, without thinking. */
export function answerParts(body: JsonObject): AnsweredParts {
  return [jsonObjectsIn(body['content']).flatMap(blockParts)];
}

/** Adds the parts of a stream's event. */
export function streamParts(parts: GrowingParts, { type, index, content_block: block, delta }: JsonObject): void {
  if (type === 'content_block_start' && isJsonObject(block)) {
    if (block['type'] === 'text') parts.say(0, String(index), block['text']);
    else if (block['type'] === 'tool_use') parts.call(0, String(index), block['name'], '');
  } else if (type === 'content_block_delta' && isJsonObject(delta)) {
    if (delta['type'] === 'text_delta') parts.say(0, String(index), delta['text']);
    else if (delta['type'] === 'input_json_delta') parts.call(0, String(index), undefined, delta['partial_json']);
  }
}

function blockParts({ type, text, name, input }: JsonObject): AnswerPart[] {
  if (type === 'text') return textParts(text);
  return type === 'tool_use' && typeof name === 'string' ? [toolCallPart(name, JSON.stringify(input ?? {}))] : [];
}
