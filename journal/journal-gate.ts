import type { Backpressure } from './source/journal.ts';
import { measureJournal, type MeasuredJournal } from './measure-journal.ts';

export interface JournalGateOptions extends MeasuredJournal {
  /** Milliseconds that only go on. */
  readonly monotonicMs: () => number;
}

/** What keeps traffic out while the journal takes no more. */
export interface JournalGate {
  /** Undefined where nothing hinders. It is measured at most once a second, however many ask. */
  backpressure(): Promise<Backpressure | undefined>;
}

/** How long one measurement holds: far less than it takes to write what is left. */
const HOLDS_MS = 1_000;

export function createJournalGate(options: JournalGateOptions): JournalGate {
  let measured: Promise<Backpressure | undefined> | undefined;
  let measuredAt = -Infinity;
  return {
    backpressure() {
      const now = options.monotonicMs();
      if (measured !== undefined && now - measuredAt < HOLDS_MS) return measured;
      measuredAt = now;
      const measurement = measureJournal(options);
      // One that failed says nothing: whoever comes next measures again.
      measurement.catch(() => {
        if (measured === measurement) measured = undefined;
      });
      measured = measurement;
      return measurement;
    },
  };
}
