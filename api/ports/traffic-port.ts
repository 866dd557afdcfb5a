import type { JournalGate } from '../../journal/journal-gate.ts';
import type { JournalAuthor } from '../../journal/journal-shares.ts';
import type { TrafficMetrics } from './traffic-metrics.ts';

/** Where traffic that comes in is kept. */
export interface TrafficPort extends JournalGate {
  /** Whether the author may write more: each author has a share of what may wait to be read. */
  hasRoom(author: JournalAuthor): boolean;
  /** Resolves when the lines are on the disk. */
  append(lines: readonly string[], author: JournalAuthor): Promise<void>;
  /** Absent where nobody asks for metrics. */
  readonly metrics?: Pick<TrafficMetrics, 'received'>;
}

/** What keeps traffic, where a deployment has it. */
export interface TrafficPorts {
  /** Absent where no journal is composed: what needs it answers 503. */
  readonly traffic?: TrafficPort;
}
