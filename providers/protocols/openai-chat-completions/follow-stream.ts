import { isObject, objectsOf, type JsonObject } from '../../json-parts.ts';
import { addItem, addMember, addUsage, lengthOf, textOf, type FollowedStream } from '../shared/followed-stream.ts';

/** Lists of a piece that tell of tools of the provider. */
const TOOL_MEMBERS = ['annotations', 'executed_tools'] as const;

/** Usage comes last, and only where it was asked for (`stream_options.include_usage`). */
export function followStream(told: FollowedStream, data: unknown): void {
  if (data === '[DONE]') told.hasEnd = true;
  if (!isObject(data)) return;
  told.model ??= textOf(data['model']);
  addMember(told, 'service_tier', data['service_tier']);
  const { written } = told;
  for (const { delta, finish_reason: reason } of objectsOf(data['choices'])) {
    if (typeof reason === 'string') told.hasEnd = true;
    if (isObject(delta)) followDelta(told, delta);
  }
  const usage = usageOfChunk(data);
  if (usage !== undefined) {
    addUsage(told, usage);
    addMember(told, 'usage_breakdown', data['usage_breakdown']);
    told.isFinalUsage = true;
  } else if (told.written > written) told.isFinalUsage = false;
}

function followDelta(told: FollowedStream, delta: JsonObject): void {
  for (const name of TOOL_MEMBERS) if (Array.isArray(delta[name])) addItem(told, 'choices', { message: delta });
  told.written += lengthOf(delta['content']) + lengthOf(delta['refusal']) + lengthOf(delta['reasoning_content']);
  for (const { function: called } of objectsOf(delta['tool_calls']))
    if (isObject(called)) told.written += lengthOf(called['name']) + lengthOf(called['arguments']);
}

/** Moonshot AI says it in a choice alone, and Groq in a member of its own. */
function usageOfChunk({ usage, choices, x_groq: groq }: JsonObject): JsonObject | undefined {
  if (isObject(usage)) return usage;
  if (isObject(groq) && isObject(groq['usage'])) return groq['usage'];
  if (Array.isArray(choices))
    for (const choice of choices) if (isObject(choice) && isObject(choice['usage'])) return choice['usage'];
  return undefined;
}
