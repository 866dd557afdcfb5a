import type { JournalAuthor } from '../../journal/journal-shares.ts';
import type { Backpressure } from '../../journal/source/journal.ts';
import type { TrafficPort } from '../../api/ports/traffic-port.ts';

/** The journal in memory. */
export class FakeJournal {
  readonly lines: string[] = [];
  /** The author of each write. */
  readonly authors: JournalAuthor[] = [];
  /** The reason why the journal refuses traffic, if set. */
  backpressure: Backpressure | undefined;
  /** The credential whose share of the journal is full, if set. */
  full: string | undefined;
  /** The error with which every append rejects, if set. */
  fault: Error | undefined;

  readonly port: TrafficPort = {
    backpressure: () => Promise.resolve(this.backpressure),
    hasRoom: ({ key }) => key !== this.full,
    append: (lines, author) => {
      if (this.fault !== undefined) return Promise.reject(this.fault);
      this.lines.push(...lines);
      this.authors.push(author);
      return Promise.resolve();
    },
  };

  /** The stored events, parsed. */
  events(): Record<string, unknown>[] {
    return this.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
