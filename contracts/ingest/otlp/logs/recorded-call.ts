import type { StatedUsage } from '../../received/sound-usage.ts';
import { nameOfEnding } from '../error-of-span.ts';
import type { SpanAttributes } from '../span-attributes.ts';

/** The members that a coding agent's record has of one call, beyond its times and its model. */
export interface RecordedCall {
  readonly provider: string;
  /** Milliseconds; undefined if the record does not state them. */
  readonly durationMs: number | undefined;
  readonly usage: StatedUsage | undefined;
  /**
   * The record's name for its error, or the status of the provider's answer; undefined for a call that was answered.
   */
  readonly error: string | undefined;
  /** The cost in USD that the agent states. */
  readonly costUsd?: number | undefined;
  readonly ending?: string | undefined;
  readonly streaming?: boolean;
  readonly firstOutputMs?: number | undefined;
}

/** Reads a record of the agent; undefined if it has no call. */
export type ReadRecord = (attributes: SpanAttributes) => RecordedCall | undefined;

/** Counts of a record by its names; undefined where input or output is not counted. */
export function countedTokens(
  attributes: SpanAttributes,
  [input, output, cacheRead, cacheWrite, reasoning]: readonly string[],
): Omit<StatedUsage, 'total'> | undefined {
  const count = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : attributes.number([name]);
  const [sent, received] = [count(input), count(output)];
  if (sent === undefined || received === undefined) return undefined;
  const [read, written, thought] = [count(cacheRead), count(cacheWrite), count(reasoning)];
  return {
    source: 'provider',
    input: sent,
    output: received,
    ...(read !== undefined && { cacheRead: read }),
    ...(written !== undefined && { cacheWrite: written }),
    ...(thought !== undefined && { reasoning: thought }),
  };
}

/** A failure by its status, where the provider answered with one. */
export function errorOfRecord(attributes: SpanAttributes, statusNames: readonly string[]): string {
  const status = attributes.number(statusNames);
  return status === undefined
    ? (nameOfEnding(attributes.text(['error_type', 'error.type'])) ?? 'error')
    : String(status);
}
