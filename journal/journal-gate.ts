import { freeBytes, type PlannedOffsets, unreadBytes } from './journal-backlog.ts';

/** Why a journal takes no more for now. */
export type Hindrance = 'indexer_behind' | 'disk_full';

export interface JournalGateOptions {
  /** Absolute. */
  readonly folder: string;
  readonly plannedOffsets: PlannedOffsets;
  readonly mostUnreadBytes: number;
  readonly leastFreeBytes: number;
  /** Milliseconds that only go on. */
  readonly elapsed: () => number;
}

/** What keeps traffic out while whoever reads the journal, or the disk, cannot keep up. */
export interface JournalGate {
  /** Undefined where nothing hinders. It is measured at most once a second, however many ask. */
  hindrance(): Promise<Hindrance | undefined>;
}

/** How long one measurement holds: far less than it takes to write what is left. */
const HOLDS_MS = 1_000;

export function createJournalGate(options: JournalGateOptions): JournalGate {
  let measured: Promise<Hindrance | undefined> | undefined;
  let measuredAt = -Infinity;
  return {
    hindrance() {
      const now = options.elapsed();
      if (measured !== undefined && now - measuredAt < HOLDS_MS) return measured;
      measuredAt = now;
      const measurement = measure(options);
      // One that failed says nothing: whoever comes next measures again.
      measurement.catch(() => {
        if (measured === measurement) measured = undefined;
      });
      measured = measurement;
      return measurement;
    },
  };
}

async function measure(options: JournalGateOptions): Promise<Hindrance | undefined> {
  const { folder, plannedOffsets, mostUnreadBytes, leastFreeBytes } = options;
  if ((await freeBytes(folder)) < leastFreeBytes) return 'disk_full';
  return (await unreadBytes(folder, plannedOffsets)) > mostUnreadBytes ? 'indexer_behind' : undefined;
}
