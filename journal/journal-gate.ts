import type { Backpressure } from './source/journal.ts';
import { measureJournal, type MeasuredJournal } from './measure-journal.ts';

export interface JournalGateOptions extends MeasuredJournal {
  /** Milliseconds that only go on. */
  readonly monotonicMs: () => number;
}

/** A gate that refuses traffic while the journal accepts none. */
export interface JournalGate {
  /** Undefined where nothing hinders. It is measured at most once a second, however many ask. */
  backpressure(): Promise<Backpressure | undefined>;
}

/** Milliseconds for which one measurement is valid: far less than the time to fill the rest. */
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
      // A failed one says nothing: the next caller measures again.
      measurement.catch(() => {
        if (measured === measurement) measured = undefined;
      });
      measured = measurement;
      return measurement;
    },
  };
}
