import type { Backpressure, Journal, JournalLimits, PlannedOffsets } from './source/journal.ts';
import type { JournalShares } from './journal-shares.ts';

export interface MeasuredJournal {
  readonly journal: Pick<Journal, 'backpressure' | 'unreadBytes'>;
  readonly limits: JournalLimits;
  readonly plannedOffsets: PlannedOffsets;
  /** Receives the number of unread bytes. */
  readonly shares: Pick<JournalShares, 'measured'>;
}

/** Measures the backpressure of a journal. Postgres is queried only once for the planned offsets. */
export async function measureJournal(measured: MeasuredJournal): Promise<Backpressure | undefined> {
  const { journal, limits, shares } = measured;
  let asked: ReturnType<PlannedOffsets> | undefined;
  const plannedOffsets: PlannedOffsets = (ids) => (asked ??= measured.plannedOffsets(ids));
  shares.measured(await journal.unreadBytes(plannedOffsets));
  return journal.backpressure(limits, plannedOffsets);
}
