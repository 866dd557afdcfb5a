import { demoTraffic } from '../../launcher/demo/demo-traffic.ts';
import { factOf, type FactTable } from '../../analytics/indexer/fact-rows.ts';
import type { IndexedRow } from '../../analytics/indexer/insert-facts.ts';

export interface BenchBatch {
  readonly batchId: bigint;
  readonly firstSeq: bigint;
  readonly token: string;
  readonly rows: ReadonlyMap<FactTable, readonly [IndexedRow, ...IndexedRow[]]>;
}

/** Events per batch, as the indexer takes them from a long log. */
const BATCH_LINES = 50_000;

/** The synthetic traffic of 14 days as rows of the fact tables, in batches. The same for the same count. */
export function generateBatches(requests: number): BenchBatch[] {
  const events = demoTraffic({
    organizationId: 'org_01kf5c4v7tfb9t0x6f3w1v5x9z',
    workspaceId: 't_01kf5c4v7tfb9t0x6f3w1v5x9z',
    environments: [1, 2, 3, 4].map((number) => ({
      applicationId: 'app_01kf5c4v7tfb9t0x6f3w1v5x9z',
      gatewayId: 'gw_01kf5c4v7tfb9t0x6f3w1v5x9z',
      environmentId: `env_01kf5c4v7tfb9t0x6f3w1v5x9${number}`,
    })),
    now: new Date('2026-05-06T07:08:09.010Z'),
    requests,
  });
  const batches: BenchBatch[] = [];
  for (let start = 0; start < events.length; start += BATCH_LINES) {
    const rows = new Map<FactTable, [IndexedRow, ...IndexedRow[]]>();
    for (const [index, event] of events.slice(start, start + BATCH_LINES).entries()) {
      if (event.event === 'coverage_gap') continue;
      const { table, row } = factOf(event);
      const tableRows = rows.get(table);
      if (tableRows === undefined) rows.set(table, [{ index, row }]);
      else tableRows.push({ index, row });
    }
    batches.push({ batchId: BigInt(start), firstSeq: BigInt(start + 1), token: `batch-${start}`, rows });
  }
  return batches;
}
