import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import {
  createUnpricedEffectFinder,
  type EffectsWithoutBasis,
} from '../../analytics/gateway/unpriced-effect-finder.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import type { Journal } from '../../journal/source/journal.ts';
import { createJournalRoomCheck } from '../../runtime/repricing/create-journal-room-check.ts';
import {
  repriceUnpriced,
  type BasisPrices,
  type RepricingOutcome,
  type RepricingParts,
} from '../../runtime/repricing/reprice-unpriced.ts';
import { createRepricingStore } from '../../store/gateway/repricing-store.ts';
import { createWorkGauges } from '../../store/installation/work-gauges.ts';

export interface RepriceAllParts {
  readonly pool: pg.Pool;
  readonly clickhouse: AnalyticsClient;
  readonly journal: Journal;
  readonly prices: BasisPrices;
  readonly clock: Clock;
}

/** The result of repricing all unpriced effects. */
export interface RepricedAll extends RepricingOutcome {
  /** The effects without a basis, which cannot be looked up in a table. */
  readonly withoutBasis: readonly EffectsWithoutBasis[];
}

/** Reprices all unpriced effects, including those that an earlier run left unpriced. A dry run writes nothing. */
export async function repriceAll(
  { pool, clickhouse, journal, prices, clock }: RepriceAllParts,
  isDry: boolean,
  onAsked: RepricingParts['onAsked'],
): Promise<RepricedAll> {
  const { signal } = new AbortController();
  const find = createUnpricedEffectFinder(clickhouse);
  const positions = createRepricingStore(pool, clock);
  const work = createWorkGauges(pool, clock);
  const writer = journal.openWriter({ writerId: `operator-${randomUUID()}` });
  const nothing = (): Promise<void> => Promise.resolve();
  try {
    const outcome = await repriceUnpriced(
      {
        ...{ find, prices, onAsked, faults: noFaultPoints, maxEffects: Number.MAX_SAFE_INTEGER },
        positions: {
          ...positions,
          position: () => Promise.resolve({ all: 0n, further: new Map() }),
          ...(isDry && { mark: nothing, markAll: nothing }),
        },
        writer: isDry ? { appendLines: nothing } : writer,
        hasRoom: isDry
          ? () => Promise.resolve(true)
          : createJournalRoomCheck(journal, (ids) => work.plannedOffsets(ids)),
      },
      signal,
    );
    return { ...outcome, withoutBasis: await find.withoutBasis(signal) };
  } finally {
    await writer.close();
  }
}
