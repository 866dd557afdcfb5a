import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import type { ProducerClass } from '../../domain/insight/insight-sets.ts';

/** An event and its position in the order of arrival. */
export interface ArrivedFact {
  readonly seq: bigint;
  readonly event: FactEvent;
}

/** A half-open interval of Unix milliseconds. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** An interval of a series, and its label. */
export interface LabelledBucket extends Span {
  readonly label: string;
}

/** A time in which a workspace is known to miss traffic, and the arrival sequence of the disclosure. */
export interface DisclosedGap extends Span {
  readonly workspaceId: string;
  /** Absent if any environment may be affected. */
  readonly environmentId?: string;
  readonly producerClass: ProducerClass;
  /** The first arrival sequence of the batch that disclosed the gap. */
  readonly disclosedAt: bigint;
  /** The last arrival sequence of the batch that contained the missing line. */
  readonly closedAt?: bigint;
}

export interface ExcludedHours extends Span {
  readonly environmentIds: readonly string[];
}

/** Everything that ever arrived, including facts that a question may not read. */
export interface World {
  readonly facts: readonly ArrivedFact[];
  readonly gaps: readonly DisclosedGap[];
  readonly exclusions: readonly ExcludedHours[];
  /** The workspaces with a retention bound, and the instant from which they store facts. */
  readonly keepsFromMs: ReadonlyMap<string, number>;
}

/** The state at which a question is answered. */
export interface Pin {
  readonly fence: bigint;
  readonly disclosedThrough: bigint;
  /** Unix milliseconds at which each producer's traffic was last indexed; absent if it never was. */
  readonly lastIndexedMs: Readonly<Partial<Record<ProducerClass, number>>>;
  readonly evaluatedMs: number;
}

export interface Question {
  readonly scope: ReadScope;
  readonly query: InsightQuery;
  readonly pin: Pin;
  /** The maximum number of samples for an exact latency. */
  readonly maxExactSamples: number;
}

/** The milliseconds of an instant of a fact or of a bound; smaller digits are dropped. */
export function toUnixMs(instant: string): number {
  return Date.parse(instant.replace(/(\.\d{3})\d+/, '$1'));
}

/** The window of a question. */
export function queryWindow(query: { readonly from: string; readonly to: string }): Span {
  return { fromMs: toUnixMs(query.from), toMs: toUnixMs(query.to) };
}

/** The instant by which a fact belongs to a window. */
export function factTimeMs(event: FactEvent): number {
  switch (event.event) {
    case 'request_admitted':
    case 'request_terminal':
    case 'protection_evaluation':
    case 'evaluation_outcome':
      return toUnixMs(event.admitted_at);
    case 'attempt':
      return toUnixMs(event.dispatched_at);
    case 'cost_effect':
    case 'feedback_verdict':
    case 'release_marker':
      return toUnixMs(event.occurred_at);
  }
}
