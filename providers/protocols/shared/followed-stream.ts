import { isObject, type JsonObject } from '../../json-parts.ts';

/** What the events of a stream have said so far. */
export interface StreamedAnswer {
  /** Those members that an answer which is no stream would have, as far as they decide the price; without `usage` where nobody said. */
  readonly answer: JsonObject;
  /** The model that answers; undefined where nobody said. */
  readonly model: string | undefined;
  /** Characters that the model wrote, as far as they were seen. */
  readonly written: number;
  /** Whether `usage` stands for the end of the answer, and not for its beginning. */
  readonly isFinalUsage: boolean;
}

/** The same as it grows; `usage` of `answer` is what the last event said that had one. */
export type FollowedStream = { -readonly [Member in keyof StreamedAnswer]: StreamedAnswer[Member] } & {
  /** Whether any words may still come: usage that is stated with each piece is final only behind them. */
  hasEnd: boolean;
  readonly answer: Record<string, unknown>;
};

/** What each event says is what was used so far. One that says 0 again, or nothing, takes back nothing. */
export function addUsage({ answer }: FollowedStream, usage: unknown): void {
  if (!isObject(usage)) return;
  const { usage: before } = answer;
  answer['usage'] = isObject(before) ? mergedUsage(before, usage) : usage;
}

function mergedUsage(earlier: JsonObject, later: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...earlier };
  for (const name of Object.keys(later)) {
    const [before, now] = [earlier[name], later[name]];
    if (isObject(before) && isObject(now)) merged[name] = mergedUsage(before, now);
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

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}
