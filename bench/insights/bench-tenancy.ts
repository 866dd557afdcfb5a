import type pg from 'pg';
import { ACTIONS } from '../../domain/tenancy/actions.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createAccessBindingStore } from '../../store/tenancy/access-binding-store.ts';
import { createCredentialStore } from '../../store/tenancy/credential-store.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { insertNode, type NodeKind } from '../../store/tenancy/tenancy-node-store.ts';

/**
 * One workspace of the bench: five applications with four environments each, and a subject that may read everything.
 */
export interface BenchTenancy {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly subjectId: string;
  readonly token: string;
  /** The environments, busiest first. */
  readonly environments: readonly {
    readonly applicationId: string;
    readonly gatewayId: string;
    readonly environmentId: string;
  }[];
}

export const APPLICATIONS = 5;
export const ENVIRONMENTS = 20;

/** Creates the tenancy, and records in the control plane that facts up to `lastSeq` are loaded. */
export async function createBenchTenancy(pool: pg.Pool, clock: Clock, lastSeq: bigint): Promise<BenchTenancy> {
  const make = async (kind: NodeKind, parentId?: string): Promise<string> => {
    const id = newId(kind);
    await insertNode(pool, kind, { id, name: id, parentId, createdAt: clock.now() });
    return id;
  };
  const organizationId = await make('organization');
  const workspaceId = await make('workspace', organizationId);
  const environments: BenchTenancy['environments'][number][] = [];
  for (let application = 0; application < APPLICATIONS; application += 1) {
    const applicationId = await make('application', workspaceId);
    const gatewayId = await make('gateway', applicationId);
    for (let leaf = 0; leaf < ENVIRONMENTS / APPLICATIONS; leaf += 1) {
      environments.push({ applicationId, gatewayId, environmentId: await make('environment', gatewayId) });
    }
  }
  const subjectId = await make('subject', organizationId);
  await createAccessBindingStore(pool, clock).create({ subjectId, actions: ACTIONS, nodeId: organizationId });
  const credential = { subjectId, class: 'management', name: 'bench' } as const;
  const { token } = await createCredentialStore(pool, clock).create(credential);
  await pool.query('UPDATE ingest_arrival SET last_seq = $1', [lastSeq]);
  await pool.query("INSERT INTO ingest_watermarks VALUES ($1, $2, 'gateway_journal', $3, $3, $4)", [
    organizationId,
    workspaceId,
    lastSeq,
    clock.now(),
  ]);
  return { organizationId, workspaceId, subjectId, token, environments };
}
