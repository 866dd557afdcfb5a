import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { JournalLimits, Journal, LineWriter, PlannedOffsets } from '../../journal/source/journal.ts';
import { JournalShares } from '../../journal/journal-shares.ts';
import { measureJournal } from '../../journal/measure-journal.ts';
import { createDecisionLog, type DecisionLog } from '../decision-log/decision-log.ts';
import type { RowMetrics } from '../metrics/row-metrics.ts';
import { logWithFaultPoints } from './with-fault-points.ts';

export interface OpenLogParts {
  readonly journal: Journal;
  readonly writer: LineWriter;
  readonly journalLimits: JournalLimits;
  /** The offsets up to which workers have read the journal, from Postgres. */
  readonly plannedOffsets: PlannedOffsets;
  readonly metrics: Pick<RowMetrics, 'unlogged' | 'forgotten' | 'shortened'>;
  /** True if calls are served while the log accepts no lines. */
  readonly servesUnlogged: () => boolean;
  readonly faultPoints: FaultPoints;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
}

/** The decision log, which writes to the journal of the process. */
export function openDecisionLog(parts: OpenLogParts): DecisionLog {
  const {
    journal,
    writer,
    journalLimits: limits,
    plannedOffsets,
    metrics,
    servesUnlogged,
    faultPoints,
    monotonicMs,
  } = parts;
  const shares = new JournalShares(limits.maxUnreadBytes);
  const backpressure = () => measureJournal({ journal, limits, plannedOffsets, shares });
  const listeners = { onUnlogged: metrics.unlogged, onForgotten: metrics.forgotten, onShortened: metrics.shortened };
  return logWithFaultPoints(
    faultPoints,
    createDecisionLog({ writer, monotonicMs, backpressure, shares, servesUnlogged, ...listeners }),
  );
}
