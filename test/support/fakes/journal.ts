import type { Hindrance } from '../../../journal/journal.ts';
import type { TrafficPort } from '../../../api/ports.ts';

/** The journal in memory. */
export class FakeJournal {
  readonly lines: string[] = [];
  /** What keeps traffic out, while it is set. */
  hindrance: Hindrance | undefined;
  /** What every append rejects with, while it is set. */
  fault: Error | undefined;

  readonly port: TrafficPort = {
    hindrance: () => Promise.resolve(this.hindrance),
    append: (lines) => {
      if (this.fault !== undefined) return Promise.reject(this.fault);
      this.lines.push(...lines);
      return Promise.resolve();
    },
  };

  /** What was kept, as it reads. */
  events(): Record<string, unknown>[] {
    return this.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
