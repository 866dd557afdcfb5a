import { demoTraffic } from '../../launcher/demo/demo-traffic.ts';
import { toFact, type Fact } from '../../analytics/indexer/events/fact-rows.ts';
import type { Dimensions } from '../../contracts/ingest/dimensions/dimensions-schema.ts';
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

/** The numbers of distinct values of the dimensions of generated requests. */
const VALUES = { user: 100_000, tenant: 1_000, feature: 50, key: 20, 'tag.project': 1_000 } as const;

/**
 * The synthetic traffic of 14 days as facts, in batches. Equal arguments give equal batches.
 *
 * @param hasDimensions true if requests state who made them
 */
export function generateBatches(requests: number, hasDimensions = false): BenchBatch[] {
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
      event.event === 'coverage_gap' ? [] : [benchFact(index, hasDimensions ? withDimensions(event) : event)],
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

function benchFact(index: number, event: FactEvent): BenchFact {
  return { index, event, fact: toFact(event) };
}

function withDimensions(event: FactEvent): FactEvent {
  if (event.event === 'release_marker') return event;
  return { ...event, dimensions: dimensionsOf(Number(event.logical_request_id.split('-').at(-1))) };
}

/** The dimensions of a request by its number; the values are spread over all requests. */
function dimensionsOf(number: number): Dimensions {
  const spread = Math.imul(number, 0x9e37_79b1) >>> 0;
  return Object.fromEntries(Object.entries(VALUES).map(([name, count]) => [name, `${name}-${spread % count}`]));
}
