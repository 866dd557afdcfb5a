import type { StatedUsage } from '../../received/to-valid-usage.ts';
import { endingName } from '../read-span-error.ts';
import type { SpanAttributes } from '../span-attributes.ts';

/** The members of one call in the record of a coding agent, in addition to its times and its model. */
export interface RecordedCall {
  readonly provider: string;
  /** Milliseconds; undefined if the record does not state them. */
  readonly durationMs: number | undefined;
  readonly usage: StatedUsage | undefined;
  /** The name of the error in the record, or the status of the provider's answer; undefined for a successful call. */
  readonly error: string | undefined;
  /** The cost in USD that the agent states. */
  readonly costUsd?: number | undefined;
  readonly ending?: string | undefined;
  readonly streaming?: boolean;
  readonly firstOutputMs?: number | undefined;
}

/** Reads a record of an agent; undefined if the record is not a call. */
export type ReadRecord = (attributes: SpanAttributes) => RecordedCall | undefined;

/** The token counts of a record, by the names of its attributes; undefined if input or output is not counted. */
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

/** The name of a failure: the status of the provider's answer if there is one. */
export function readRecordError(attributes: SpanAttributes, statusNames: readonly string[]): string {
  const status = attributes.number(statusNames);
  return status === undefined ? (endingName(attributes.text(['error_type', 'error.type'])) ?? 'error') : String(status);
}
