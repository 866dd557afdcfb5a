import type pg from 'pg';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { createUnpricedEffectFinder } from '../../analytics/gateway/unpriced-effect-finder.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { Journal, LineWriter } from '../../journal/source/journal.ts';
import { createBasisPrices } from '../../providers/prices/create-basis-prices.ts';
import { loadPriceTable } from '../../providers/prices/price-table.ts';
import { createJournalRoomCheck } from '../../runtime/repricing/create-journal-room-check.ts';
import { repriceUnpriced, type RepricingParts } from '../../runtime/repricing/reprice-unpriced.ts';
import { createRepricingStore } from '../../store/gateway/repricing-store.ts';
import { createWorkGauges } from '../../store/installation/work-gauges.ts';

export interface SweepParts extends Pick<RepricingParts, 'onAsked'> {
  readonly pool: pg.Pool;
  readonly clickhouse: AnalyticsClient;
  readonly journal: Pick<Journal, 'unreadBytes'>;
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: { info(members: object, sentence: string): void };
}

/**
 * The maximum number of effects in one sweep. They make about 10 MB of lines, which are loaded long before the next
 * sweep.
 */
const MAX_EFFECTS = 10_000;

/**
 * Returns a sweep, to be repeated. It prices the unpriced effects that the price table of this process has not seen
 * yet.
 */
export function sweepUnpriced(parts: SweepParts, signal: AbortSignal): () => Promise<void> {
  const { pool, clickhouse, journal, writer, clock, faultPoints, onAsked, log } = parts;
  const work = createWorkGauges(pool, clock);
  const shared = {
    find: createUnpricedEffectFinder(clickhouse),
    positions: createRepricingStore(pool, clock),
    writer,
    faults: faultPoints,
    hasRoom: createJournalRoomCheck(journal, (ids) => work.plannedOffsets(ids)),
    onAsked,
    maxEffects: MAX_EFFECTS,
  };
  // The price table does not change while the process runs.
  let table: ReturnType<typeof loadPriceTable> | undefined;
  return async () => {
    table ??= loadPriceTable();
    const { asked, priced } = await repriceUnpriced({ ...shared, prices: createBasisPrices(await table) }, signal);
    if (priced > 0) log.info({ asked, priced }, 'priced calls with a later price table');
  };
}
