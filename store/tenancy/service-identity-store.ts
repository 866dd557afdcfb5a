import type pg from 'pg';
import type { ServiceIdentityV1 } from '../../contracts/tenancy/service-identity.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { conflict, notFound } from '../../domain/kernel/errors.ts';
import { MAX_SERVICE_IDENTITIES } from '../../domain/tenancy/identity-limits.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/** A service identity that is not stored yet. */
export interface NewServiceIdentity {
  readonly workspaceId: string;
  readonly name: string;
  /** The subject that creates it. */
  readonly createdBy: string;
}

export interface ServiceIdentityStore {
  /** @throws Refusal `not_found` if the workspace does not exist, `conflict` if it has the maximum of identities */
  create(service: NewServiceIdentity): Promise<ServiceIdentityV1>;
  /** The service identity, regardless of the caller. */
  find(serviceId: string): Promise<ServiceIdentityV1 | undefined>;
  /** The service identities of a workspace, newest first, at most `limit`. */
  list(page: { workspaceId: string; limit: number; after: PageKey | undefined }): Promise<ServiceIdentityV1[]>;
}

interface ServiceIdentityRow {
  service_id: string;
  organization_id: string;
  workspace_id: string;
  name: string;
  created_by: string;
  created_at: Date;
}

const SERVICES = `SELECT s.service_id, w.organization_id, s.workspace_id, s.name, s.created_by, s.created_at
  FROM service_identities s JOIN workspaces w USING (workspace_id)`;

export function createServiceIdentityStore(pool: pg.Pool, clock: Clock): ServiceIdentityStore {
  return {
    create: (service) => inTransaction(pool, (client) => insertServiceIdentity(client, service, clock.now())),

    async find(serviceId) {
      const { rows } = await pool.query<ServiceIdentityRow>(`${SERVICES} WHERE s.service_id = $1`, [serviceId]);
      return rows.map(serviceIdentityFromRow)[0];
    },

    async list({ workspaceId, limit, after }) {
      const { rows } = await pool.query<ServiceIdentityRow>(
        `${SERVICES} WHERE s.workspace_id = $1 AND (s.created_at, s.service_id) < ($2, $3)
         ORDER BY s.created_at DESC, s.service_id DESC LIMIT $4`,
        [workspaceId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(serviceIdentityFromRow);
    },
  };
}

async function insertServiceIdentity(
  client: pg.PoolClient,
  { workspaceId, name, createdBy }: NewServiceIdentity,
  now: Date,
): Promise<ServiceIdentityV1> {
  // The lock orders concurrent creations, so that together they do not exceed the maximum.
  const locked = await client.query<{ organization_id: string }>(
    'SELECT organization_id FROM workspaces WHERE workspace_id = $1 FOR NO KEY UPDATE',
    [workspaceId],
  );
  const workspace = locked.rows[0];
  if (workspace === undefined) throw notFound();
  const counted = await client.query<{ services: number }>(
    'SELECT count(*)::int AS services FROM service_identities WHERE workspace_id = $1',
    [workspaceId],
  );
  if (requireRow(counted.rows).services >= MAX_SERVICE_IDENTITIES)
    throw conflict(
      'limit_reached',
      `This workspace already has ${MAX_SERVICE_IDENTITIES} service identities, which is the maximum. Use one of them.`,
    );
  const serviceId = newId('serviceIdentity');
  await client.query(
    `INSERT INTO service_identities (service_id, workspace_id, name, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [serviceId, workspaceId, name, createdBy, now],
  );
  const { organization_id } = workspace;
  return serviceIdentityFromRow({
    service_id: serviceId,
    organization_id,
    workspace_id: workspaceId,
    name,
    created_by: createdBy,
    created_at: now,
  });
}

function serviceIdentityFromRow(row: ServiceIdentityRow): ServiceIdentityV1 {
  return { ...row, created_at: row.created_at.toISOString() };
}
