import type { JournalGate } from '../../journal/journal-gate.ts';
import type { JournalAuthor } from '../../journal/journal-shares.ts';
import type { TrafficMetrics } from './traffic-metrics.ts';

/** The port that stores incoming traffic. */
export interface TrafficPort extends JournalGate {
  /** True if the author may write more: each author has a share of the bytes that may wait to be read. */
  hasRoom(author: JournalAuthor): boolean;
  /** Appends lines; resolves when they are on the disk. */
  append(lines: readonly string[], author: JournalAuthor): Promise<void>;
  /** Absent if metrics are off. */
  readonly metrics?: Pick<TrafficMetrics, 'received'>;
}

/** The store of traffic, if a deployment has one. */
export interface TrafficPorts {
  /** Absent if no journal is composed; operations that need it answer 503. */
  readonly traffic?: TrafficPort;
}
