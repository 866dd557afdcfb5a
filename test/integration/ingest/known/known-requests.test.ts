import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../../analytics/indexer/advance-source.ts';
import type { IndexerPorts } from '../../../../analytics/indexer/indexer-ports.ts';
import { KnownRequests } from '../../../../analytics/indexer/recognition/known-requests.ts';
import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import type { EventSource } from '../../../../journal/source/event-source.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../support/ingest-world.ts';
import { memorySource } from '../support/memory-source.ts';

/** The number of requests for which a look-up is worthwhile. */
const LARGE = 2_000;

describe('known requests in memory', () => {
  let world: IngestWorld;
  let filled: number;
  beforeEach(async () => {
    filled = 0;
    world = await createIngestWorld();
  });
  afterEach(() => world.drop());

  const keeping = (looksBefore: number): IndexerPorts => ({
    ...world.ports,
    knownRequests: new KnownRequests(world.clickhouse, { looksBefore, onFilled: () => (filled += 1) }),
  });
  /** Admissions of this number of requests, from a first number on. */
  const admissions = (from: number, count = LARGE, scope = world.scope): TrafficEvent[] => {
    const [admitted] = requestEvents(scope, 0) as [TrafficEvent];
    return Array.from({ length: count }, (_, at) => ({ ...admitted, logical_request_id: `known-${from + at}` }));
  };
  const advance = async (ports: IndexerPorts, source: EventSource | readonly TrafficEvent[]) => {
    const read = 'read' in source ? source : memorySource(source);
    const lease = await ports.sources.lease(read, 'test');
    return advanceSource(ports, read, 'test', lease!.nextOffset);
  };
  const dyingAt = (ports: IndexerPorts, point: string): IndexerPorts => ({
    ...ports,
    faults: {
      reach: (name) => {
        if (name === point) throw new Error(`died at ${point}`);
      },
    },
  });
  /** Makes all further look-ups find nothing. */
  const hideFromLooks = (): Promise<unknown> => world.clickhouse.command({ query: 'TRUNCATE TABLE known_requests_v1' });

  it('replace look-ups after consecutive large batches, and grow with each batch', async () => {
    const ports = keeping(2);
    await advance(ports, admissions(0));
    await advance(ports, admissions(LARGE));
    expect(filled).toBe(0);
    await advance(ports, admissions(2 * LARGE));
    expect(filled).toBe(1);
    await hideFromLooks();
    const again = [...admissions(0, 500), ...admissions(3 * LARGE)];
    expect(await advance(ports, again)).toMatchObject({ lines: 2_500, repeated: 500, quarantined: 0 });
    await hideFromLooks();
    expect(await advance(ports, again)).toMatchObject({ lines: 2_500, repeated: 2_500 });
    // A few requests use the same look-up.
    expect(await advance(ports, admissions(LARGE - 5, 10))).toMatchObject({ lines: 10, repeated: 10 });
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 4 * LARGE });
    expect(filled).toBe(1);
  });

  it('are read from the engine again after single look-ups, and after a plan of another process', async () => {
    const ports = keeping(1);
    await advance(ports, admissions(0));
    await advance(ports, admissions(LARGE));
    const other = keeping(0);
    await advance(other, admissions(2 * LARGE));
    expect(await advance(ports, admissions(2 * LARGE))).toMatchObject({ repeated: LARGE });
    await advance(other, admissions(3 * LARGE, 3));
    await advance(ports, admissions(4 * LARGE));
    expect(await advance(ports, admissions(3 * LARGE, 3))).toMatchObject({ repeated: 3 });
    expect(await advance(other, admissions(4 * LARGE))).toMatchObject({ repeated: LARGE });
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 4 * LARGE + 3 });
  });

  it('survive a failed plan, and a plan whose success was not reported', async () => {
    const ports = keeping(0);
    await advance(ports, admissions(0));
    const source = memorySource(admissions(LARGE));
    await expect(advance(dyingAt(ports, 'indexer.before_commit'), source)).rejects.toThrow('died');
    await hideFromLooks();
    expect(await advance(ports, admissions(0))).toMatchObject({ repeated: LARGE });
    expect(await advance(ports, source)).toMatchObject({ repeated: 0 });
    const forgetful = {
      ...ports,
      batches: {
        ...ports.batches,
        plan: async (...planning: Parameters<IndexerPorts['batches']['plan']>) => {
          await ports.batches.plan(...planning);
          throw new Error('The connection broke.');
        },
      },
    };
    const planned = memorySource(admissions(2 * LARGE));
    await expect(advance(forgetful, planned)).rejects.toThrow('The connection broke.');
    expect(await advance(ports, admissions(2 * LARGE))).toMatchObject({ repeated: LARGE });
    await advance(ports, planned);
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 3 * LARGE });
  });

  it('are discarded if the engine fails during their read', async () => {
    for (const statement of [
      'DROP TABLE event_identities_to_known_requests_v1',
      'DROP TABLE known_requests_v1',
      `CREATE VIEW known_requests_v1 AS
        SELECT toUInt32(number + throwIf(number > 3000000, 'a fault in the midst')) AS request FROM numbers(4000000)`,
    ])
      await world.clickhouse.command({ query: statement });
    const ports = keeping(0);
    await expect(ports.knownRequests.fill(1n)).rejects.toThrow('a fault in the midst');
    expect(filled).toBe(0);
  });

  it('are not used while a plan is still to be recorded', async () => {
    const there = await insertWorkspace(world);
    const ports = keeping(0);
    const dead = memorySource(admissions(0, 3));
    await expect(advance(dyingAt(ports, 'indexer.after_plan'), dead)).rejects.toThrow('died');
    // The state after a version that did not store identities of events.
    await world.clickhouse.command({ query: 'TRUNCATE TABLE event_identities_v1' });
    await hideFromLooks();
    await world.pool.query('UPDATE ingest_batches SET identified = false');
    const restarted = keeping(0);
    await advance(restarted, admissions(0, LARGE, there));
    await advance(restarted, dead);
    expect(await advance(restarted, admissions(0, 3))).toMatchObject({ repeated: 3 });
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: LARGE + 3 });
  });
});

/** Creates another workspace of the organization with one environment. */
async function insertWorkspace({ pool, scope }: IngestWorld): Promise<IngestWorld['scope']> {
  const there = {
    organization_id: scope.organization_id,
    workspace_id: 't_there',
    application_id: 'app_there',
    gateway_id: 'gw_there',
    environment_id: 'env_there',
  };
  const now = new Date();
  await pool.query("INSERT INTO workspaces VALUES ('t_there', 'org_here', 'There', $1)", [now]);
  await pool.query("INSERT INTO applications VALUES ('app_there', 't_there', 'There', $1)", [now]);
  await pool.query("INSERT INTO gateways VALUES ('gw_there', 'app_there', 'There', $1)", [now]);
  await pool.query("INSERT INTO environments VALUES ('env_there', 'gw_there', 'There', $1)", [now]);
  return there;
}
