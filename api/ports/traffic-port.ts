import type { JournalGate } from '../../journal/journal-gate.ts';
import type { JournalAuthor } from '../../journal/journal-shares.ts';
import type { TrafficMetrics } from './traffic-metrics.ts';

/** The store of traffic that arrives. */
export interface TrafficPort extends JournalGate {
  /** True if the author may write more: each author has a share of the bytes that may wait to be read. */
  hasRoom(author: JournalAuthor): boolean;
  /** Resolves when the lines are on the disk. */
  append(lines: readonly string[], author: JournalAuthor): Promise<void>;
  /** Absent where nobody asks for metrics. */
  readonly metrics?: Pick<TrafficMetrics, 'received'>;
}

/** The store of traffic, if a deployment has one. */
export interface TrafficPorts {
  /** Absent where no journal is composed: what needs it answers 503. */
  readonly traffic?: TrafficPort;
}
