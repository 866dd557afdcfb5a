import { inject } from 'vitest';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { createTenancyNodeStore } from '../../store/tenancy/tenancy-node-store.ts';
import { createTestDatabase } from '../engines/database.ts';
import '../engines/provided-context.ts';

/** A separate database for the test file, our pool on it, and a clock that the test advances. */
export interface StoreWorld {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly clock: { now(): Date; set(instant: string): void };
  close(): Promise<void>;
}

export async function openStoreWorld(instant = '2026-03-02T08:00:00.000Z'): Promise<StoreWorld> {
  const database = await createTestDatabase(inject('databaseUrl'));
  const pool = createPool(database.url);
  let now = new Date(instant);
  return {
    url: database.url,
    pool,
    clock: {
      now: () => now,
      set: (next) => {
        now = new Date(next);
      },
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

export interface Tenancy {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly applicationId: string;
  readonly gatewayId: string;
  readonly environmentId: string;
  /** A subject of the organization. */
  readonly ownerId: string;
  /** Another subject of the organization. */
  readonly otherId: string;
}

/** Creates an organization with one node of every level and two subjects, all with new ids. */
export async function makeTenancy({ pool, clock }: { pool: pg.Pool; clock: Clock }): Promise<Tenancy> {
  const nodes = createTenancyNodeStore(pool, clock);
  const { id: organizationId } = await nodes.create('organization', { name: 'Org', parentId: undefined });
  const { id: workspaceId } = await nodes.create('workspace', { name: 'Ws', parentId: organizationId });
  const { id: applicationId } = await nodes.create('application', { name: 'App', parentId: workspaceId });
  const { id: gatewayId } = await nodes.create('gateway', { name: 'Gw', parentId: applicationId });
  const { id: environmentId } = await nodes.create('environment', { name: 'Env', parentId: gatewayId });
  const { id: ownerId } = await nodes.create('subject', { name: 'Owner', parentId: organizationId });
  const { id: otherId } = await nodes.create('subject', { name: 'Other', parentId: organizationId });
  return { organizationId, workspaceId, applicationId, gatewayId, environmentId, ownerId, otherId };
}
