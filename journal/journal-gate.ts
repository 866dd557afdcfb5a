import type { Backpressure } from './source/journal.ts';
import { measureJournal, type MeasuredJournal } from './measure-journal.ts';

export interface JournalGateOptions extends MeasuredJournal {
  /** A monotonic time in milliseconds. */
  readonly monotonicMs: () => number;
}

/** A gate that refuses traffic while the journal accepts no lines. */
export interface JournalGate {
  /**
   * The current backpressure; undefined if the journal accepts lines. The journal is measured at most once a second,
   * for any number of calls.
   */
  backpressure(): Promise<Backpressure | undefined>;
}

/**
 * Milliseconds for which one measurement is valid: far less than the time in which traffic fills the rest of the
 * journal.
 */
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
      // A failed measurement is dropped: the next caller measures again.
      measurement.catch(() => {
        if (measured === measurement) measured = undefined;
      });
      measured = measurement;
      return measurement;
    },
  };
}
