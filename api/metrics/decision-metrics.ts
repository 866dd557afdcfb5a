import { Counter, Gauge, type Registry } from 'prom-client';
import {
  DECISION_STREAM_ENDS,
  DECISION_STREAM_LIMITS,
  type DecisionStreamEnd,
  type DecisionStreamLimit,
} from '../../domain/gateway/decisions/decision-streams.ts';

/** The metrics of live decisions and their streams. */
export interface DecisionMetrics {
  opened(): void;
  ended(end: DecisionStreamEnd): void;
  /** Counts calls that a reader did not get. */
  missed(calls: number): void;
  refused(limit: DecisionStreamLimit): void;
  readFailed(): void;
}

export function createDecisionMetrics(registry: Registry): DecisionMetrics {
  const open = new Gauge({
    name: 'truetally_decision_streams_open',
    help: 'Open streams of live decisions.',
    registers: [registry],
  });
  const ends = new Counter({
    name: 'truetally_decision_streams_ended_total',
    help: 'Streams of live decisions that ended, by end: `reader_gone`, `right_lost`, `right_unconfirmed` (the right could not be checked for 25 seconds) or `stopping`.',
    labelNames: ['end'],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'truetally_decision_streams_refused_total',
    help: 'Streams of live decisions that were refused because too many are open, by the limit: of a `credential`, a `user` or the `process`.',
    labelNames: ['limit'],
    registers: [registry],
  });
  const missed = new Counter({
    name: 'truetally_decision_stream_missed_total',
    help: 'Calls that readers of live decisions did not get because they read too slowly. Each reader counts.',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'truetally_decision_reads_failed_total',
    help: 'Failed attempts to read the journal for live decisions.',
    registers: [registry],
  });
  for (const end of DECISION_STREAM_ENDS) ends.inc({ end }, 0);
  for (const limit of Object.keys(DECISION_STREAM_LIMITS)) refusals.inc({ limit }, 0);
  return {
    opened: () => open.inc(),
    ended(end) {
      open.dec();
      ends.inc({ end });
    },
    missed: (calls) => missed.inc(calls),
    refused: (limit) => refusals.inc({ limit }),
    readFailed: () => failures.inc(),
  };
}
