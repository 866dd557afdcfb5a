import type pg from 'pg';
import { migrateClickHouse } from '../../analytics/migrate-clickhouse.ts';
import { DEMO_WRITERS, writeDemoOutcomes, writeDemoTraffic } from '../../launcher/demo/write-demo-traffic.ts';
import { createLoadedLineCounter } from '../../store/ingest/loaded-line-counter.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../store/tenancy/demo-tenancy.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { waitUntil } from '../wait-until.ts';
import type { SystemWorld, Variables } from './system-world.ts';

const WINDOW_MS = 14 * 86_400_000;
const LOAD_SECONDS = 180;

export interface DemoSystem {
  /** A token of the owner, who may do everything in the organization. */
  readonly token: string;
  /** A token that can only write traffic of the demo's first environment. */
  readonly runtimeToken: string;
  /** The time window of all demo traffic, without later traffic. */
  readonly window: { readonly from: string; readonly to: string };
}

/**
 * Migrates a world's stores, creates the demo tenancy, starts a worker and an API, each with its additional variables,
 * and loads the demo traffic.
 */
export async function startDemoSystem(
  world: SystemWorld,
  pool: pg.Pool,
  env: Readonly<Record<'worker' | 'api', Variables>> = { worker: {}, api: {} },
): Promise<DemoSystem> {
  await migratePostgres(world.databaseUrl);
  await migrateClickHouse(world.clickhouseUrl);
  const now = new Date();
  const { owner: token, runtime: runtimeToken } = await ensureDemoTenancy(pool, { now: () => now }, undefined);
  await world.start('worker', env.worker);
  await world.start('api', env.api);
  const { organizationId, workspaceId } = DEMO_TENANCY;
  const environments = Object.values(DEMO_TENANCY.environments);
  const place = { organizationId, workspaceId, environments };
  const traffic = await writeDemoTraffic(world.journalFolder, { ...place, now });
  const outcomes = await writeDemoOutcomes(world.journalFolder, place, () => Promise.resolve());
  const countLoaded = createLoadedLineCounter(pool);
  await waitUntil(
    async () => (await countLoaded(`journal:${DEMO_WRITERS.traffic}`)) >= traffic + outcomes,
    LOAD_SECONDS,
  );
  const window = { from: new Date(now.getTime() - WINDOW_MS).toISOString(), to: now.toISOString() };
  return { token, runtimeToken, window };
}
