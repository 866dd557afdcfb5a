import { isJsonObject, type JsonObject } from '../../json-parts.ts';

/** The content of a stream, from its events so far. */
export interface StreamProgress {
  /**
   * The members that an answer without a stream would have, as far as they decide the price; without `usage` if no
   * event stated it.
   */
  readonly answer: JsonObject;
  /** The model that answers; undefined until an event names it. */
  readonly model: string | undefined;
  /** The number of characters that the model wrote, as far as they were read. */
  readonly written: number;
  /** True if `usage` covers the complete answer and not only its start. */
  readonly isFinalUsage: boolean;
}

/** The mutable form of `StreamProgress`; `usage` in `answer` is the one that the last event with usage stated. */
export type FollowedStream = { -readonly [Member in keyof StreamProgress]: StreamProgress[Member] } & {
  /** True if more text may come: usage that each piece states is final only after it. */
  hasEnd: boolean;
  readonly answer: Record<string, unknown>;
};

/** Adds the usage of an event. A later 0, or an event without usage, does not reset earlier counts. */
export function addUsage({ answer }: FollowedStream, usage: unknown): void {
  if (!isJsonObject(usage)) return;
  const { usage: before } = answer;
  answer['usage'] = isJsonObject(before) ? mergedUsage(before, usage) : usage;
}

function mergedUsage(earlier: JsonObject, later: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...earlier };
  for (const name of Object.keys(later)) {
    const [before, now] = [earlier[name], later[name]];
    if (isJsonObject(before) && isJsonObject(now)) merged[name] = mergedUsage(before, now);
    else if ((now !== null && now !== 0) || before === undefined || before === null) merged[name] = now;
  }
  return merged;
}

export function addMember({ answer }: FollowedStream, name: string, value: unknown): void {
  if (value !== undefined && value !== null) answer[name] = value;
}

export function addItem({ answer }: FollowedStream, list: string, item: JsonObject): void {
  const { [list]: items } = answer;
  if (Array.isArray(items)) items.push(item);
  else answer[list] = [item];
}

export function textValue(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function textLength(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}
