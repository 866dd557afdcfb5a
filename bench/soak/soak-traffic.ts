import type pg from 'pg';
import { demoRequestEvents, type DemoRequest } from '../../launcher/demo/demo-request-events.ts';
import { JournalWriter } from '../../journal/files/journal-writer.ts';
import type { EnvironmentLeaf } from '../../domain/tenancy/scope.ts';

const WRITER = 'soak';
/** The number of events of a priced request without retries: admission, attempt, cost and end. */
const EVENTS_OF_A_REQUEST = 4;
const TOTAL_MS = 800;

/** A writer of requests into the journal, with the lag of the indexer. */
export interface SoakTraffic {
  /** Appends a number of requests that have just ended. */
  readonly append: (requests: number) => Promise<void>;
  readonly requests: () => number;
  /** Returns the number of lines that are not loaded, and the age of the oldest in seconds. */
  readonly lag: () => Promise<{ lines: number; seconds: number }>;
  readonly close: () => Promise<void>;
}

export function createSoakTraffic(
  folder: string,
  pool: pg.Pool,
  place: { readonly organizationId: string; readonly workspaceId: string; readonly leaf: EnvironmentLeaf },
): SoakTraffic {
  const writer = new JournalWriter({ folder, writerId: WRITER, waitsForDisk: true });
  /** Appends that may not be loaded yet, with their time and the total number of lines after them. */
  let open: { readonly at: number; readonly lines: number }[] = [];
  let requests = 0;
  const next = (): DemoRequest => ({
    at: Date.now() - 2 * TOTAL_MS,
    status: 'succeeded',
    inputTokens: 400,
    outputTokens: 200,
    streaming: false,
    totalMs: TOTAL_MS,
    second: undefined,
    price: 'priced',
    primary: { provider: 'soak-cloud', model: `soak-${requests % 5}`, input: 3_000n, output: 15_000n },
    protection: 'none',
    verdicts: [],
    dimensions: {
      schema: 1,
      scope: {
        organization_id: place.organizationId,
        workspace_id: place.workspaceId,
        application_id: place.leaf.applicationId,
        gateway_id: place.leaf.gatewayId,
        environment_id: place.leaf.environmentId,
      },
      purpose: 'application',
      logical_request_id: `soak-request-${(requests += 1)}`,
      route_id: `soak-route-${requests % 10}`,
      trace_id: `soak-trace-${requests}`,
      input_size_bucket: 'small',
    },
  });
  return {
    append: async (count) => {
      const at = Date.now();
      const events = Array.from({ length: count }, () => demoRequestEvents(next(), () => 0)).flat();
      open.push({ at, lines: requests * EVENTS_OF_A_REQUEST });
      await writer.append(events);
    },
    requests: () => requests,
    lag: async () => {
      const { rows } = await pool.query<{ lines: number }>(
        `SELECT coalesce(sum(line_count), 0)::int AS lines FROM ingest_batches
         WHERE source_id LIKE 'journal:${WRITER}.%' AND loaded_at IS NOT NULL`,
      );
      const loaded = rows[0]?.lines ?? 0;
      open = open.filter(({ lines }) => lines > loaded);
      const lines = requests * EVENTS_OF_A_REQUEST - loaded;
      return { lines, seconds: open[0] === undefined ? 0 : (Date.now() - open[0].at) / 1_000 };
    },
    close: () => writer.close(),
  };
}
