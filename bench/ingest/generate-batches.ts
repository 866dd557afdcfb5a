import { demoTraffic } from '../../launcher/demo/demo-traffic.ts';
import { toFact, type Fact } from '../../analytics/indexer/events/fact-rows.ts';
import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';

/** A parsed event, with its row. */
export interface BenchFact {
  readonly index: number;
  readonly event: FactEvent;
  readonly fact: Fact;
}

export interface BenchBatch {
  readonly batchId: bigint;
  readonly firstSeq: bigint;
  /** The number of lines, including those that give no facts. */
  readonly lineCount: number;
  readonly token: string;
  readonly facts: readonly BenchFact[];
}

/** The number of events per batch, as in the indexer for a long log. */
const BATCH_LINES = 100_000;

/** The synthetic traffic of 14 days as facts, in batches. Equal counts give equal batches. */
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
    const lines = events.slice(start, start + BATCH_LINES);
    const facts = lines.flatMap((event, index) =>
      event.event === 'coverage_gap' ? [] : [{ index, event, fact: toFact(event) }],
    );
    batches.push({
      batchId: BigInt(start + 1),
      firstSeq: BigInt(start + 1),
      token: `batch-${start}`,
      lineCount: lines.length,
      facts,
    });
  }
  return batches;
}
