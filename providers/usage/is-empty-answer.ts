import { isJsonObject, jsonObjectsIn } from '../json-parts.ts';
import type { UnitCounts } from './price-terms.ts';

/** True if a usage of 0 means an unknown usage: the answer has output, which took tokens, as did its input. */
export function isEmptyAnswer({ input_tokens: input, output_tokens: output }: UnitCounts, answer: unknown): boolean {
  if (isJsonObject(answer) && Array.isArray(answer['candidates']))
    return (input ?? 0) === 0 || ((output ?? 0) === 0 && jsonObjectsIn(answer['candidates']).some(isWritten));
  if (input !== 0 && output !== 0) return false;
  if (input === 0 && (output ?? 0) > 0) return true;
  return isJsonObject(answer) && hasWritten(answer);
}

function hasWritten({ choices, content, output, data }: Readonly<Record<string, unknown>>): boolean {
  if ([content, output, data].some((list) => Array.isArray(list) && list.length > 0)) return true;
  return jsonObjectsIn(choices).some(
    ({ message, text }) => hasContent(text) || (isJsonObject(message) && isMessage(message)),
  );
}

/** True if a candidate has output. Google omits counts of 0, so an absent count means as little as 0. */
function isWritten({ content }: Readonly<Record<string, unknown>>): boolean {
  return isJsonObject(content) && jsonObjectsIn(content['parts']).some(({ text }) => text !== '');
}

function isMessage({ content, reasoning_content, tool_calls }: Readonly<Record<string, unknown>>): boolean {
  return hasContent(content) || hasContent(reasoning_content) || hasContent(tool_calls);
}

function hasContent(value: unknown): boolean {
  return (typeof value === 'string' || Array.isArray(value)) && value.length > 0;
}
