import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { ReadScope } from '../../domain/tenancy/scope.ts';
import type { ProducerClass } from '../../domain/insight/insight-sets.ts';

/** An event and its place in the one order of arrival. */
export interface ArrivedFact {
  readonly seq: bigint;
  readonly event: FactEvent;
}

/** A half-open stretch of Unix milliseconds. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A stretch of a series, and what it is called. */
export interface LabelledBucket extends Span {
  readonly label: string;
}

/** Time in which a workspace is known to miss traffic, and when that became known. */
export interface DisclosedGap extends Span {
  readonly workspaceId: string;
  /** Absent where it may be of any. */
  readonly environmentId?: string;
  readonly producerClass: ProducerClass;
  /** First arrival sequence of the batch that disclosed it. */
  readonly disclosedAt: bigint;
  /** Last arrival sequence of the batch that brought what was missing. */
  readonly closedAt?: bigint;
}

export interface ExcludedHours extends Span {
  readonly environmentIds: readonly string[];
}

/** Everything that ever arrived, whichever part of it a question may see. */
export interface World {
  readonly facts: readonly ArrivedFact[];
  readonly gaps: readonly DisclosedGap[];
  readonly exclusions: readonly ExcludedHours[];
  /** Workspaces that keep facts from an instant on. */
  readonly keepsFromMs: ReadonlyMap<string, number>;
}

/** The moment that a question is answered for. */
export interface Pin {
  readonly fence: bigint;
  readonly disclosedThrough: bigint;
  /** Unix milliseconds of the last time that each producer's traffic was indexed; absent where it never was. */
  readonly lastIndexedMs: Readonly<Partial<Record<ProducerClass, number>>>;
  readonly evaluatedMs: number;
}

export interface Question {
  readonly scope: ReadScope;
  readonly query: InsightQuery;
  readonly pin: Pin;
  /** Samples up to which a latency is exact. */
  readonly maxExactSamples: number;
}

/** The milliseconds of an instant of a fact or of a bound; digits below are dropped. */
export function timeOf(instant: string): number {
  return Date.parse(instant.replace(/(\.\d{3})\d+/, '$1'));
}

/** The window of a question. */
export function windowOf(query: { readonly from: string; readonly to: string }): Span {
  return { fromMs: timeOf(query.from), toMs: timeOf(query.to) };
}

/** The instant that a fact belongs to a window by. */
export function timeBaseOf(event: FactEvent): number {
  switch (event.event) {
    case 'request_admitted':
    case 'request_terminal':
    case 'protection_evaluation':
    case 'evaluation_outcome':
      return timeOf(event.admitted_at);
    case 'attempt':
      return timeOf(event.dispatched_at);
    case 'cost_effect':
    case 'feedback_verdict':
    case 'release_marker':
      return timeOf(event.occurred_at);
  }
}
