import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import { addItem, addMember, addUsage, textLength, textValue, type FollowedStream } from '../shared/followed-stream.ts';

/** The lists in a piece that state the use of the provider's tools. */
const TOOL_MEMBERS = ['annotations', 'executed_tools'] as const;

/** Reads a piece. Usage comes last, and only if it was requested (`stream_options.include_usage`). */
export function followStream(stream: FollowedStream, data: unknown): void {
  if (data === '[DONE]') stream.hasEnd = true;
  if (!isJsonObject(data)) return;
  stream.model ??= textValue(data['model']);
  addMember(stream, 'service_tier', data['service_tier']);
  const { written } = stream;
  for (const { delta, finish_reason: reason } of jsonObjectsIn(data['choices'])) {
    if (typeof reason === 'string') stream.hasEnd = true;
    if (isJsonObject(delta)) followDelta(stream, delta);
  }
  const usage = usageOfChunk(data);
  if (usage !== undefined) {
    addUsage(stream, usage);
    addMember(stream, 'usage_breakdown', data['usage_breakdown']);
    stream.isFinalUsage = true;
  } else if (stream.written > written) stream.isFinalUsage = false;
}

function followDelta(stream: FollowedStream, delta: JsonObject): void {
  for (const name of TOOL_MEMBERS) if (Array.isArray(delta[name])) addItem(stream, 'choices', { message: delta });
  stream.written +=
    textLength(delta['content']) + textLength(delta['refusal']) + textLength(delta['reasoning_content']);
  for (const { function: called } of jsonObjectsIn(delta['tool_calls']))
    if (isJsonObject(called)) stream.written += textLength(called['name']) + textLength(called['arguments']);
}

/** The usage of a piece. Moonshot AI states it in a choice only, and Groq in the member `x_groq`. */
function usageOfChunk({ usage, choices, x_groq: groq }: JsonObject): JsonObject | undefined {
  if (isJsonObject(usage)) return usage;
  if (isJsonObject(groq) && isJsonObject(groq['usage'])) return groq['usage'];
  if (Array.isArray(choices))
    for (const choice of choices) if (isJsonObject(choice) && isJsonObject(choice['usage'])) return choice['usage'];
  return undefined;
}
