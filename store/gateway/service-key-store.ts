import type pg from 'pg';
import { findRotations, type RotatedKey } from '../../domain/gateway/find-rotations.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { inTransaction } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import type { ActiveKey } from './virtual-key-store.ts';

/** A credential of a service in force that may call models, as a gateway holds it. */
export interface ServiceKey {
  readonly key: ActiveKey;
  /** True if every live gateway is known to hold it. */
  readonly isReady: boolean;
}

/** The credentials of services, as gateways use them. */
export interface ServiceKeyStore {
  /** Every credential that may call models and is neither revoked nor expired. */
  listInForce(): Promise<ServiceKey[]>;
  /** The credentials that were rotated, with their successors. */
  listRotations(): Promise<RotatedKey[]>;
  /**
   * Records that a process holds credentials. A credential becomes ready when every live process holds it. A process is
   * live until it ends or is silent for 90 s.
   */
  acknowledge(processId: string, credentialIds: readonly string[]): Promise<void>;
  /**
   * The age in seconds of the oldest credential that may call models, is in force and is not ready, while a process is
   * live. 0 without such a credential, and without a live process.
   */
  oldestAwaitedSeconds(): Promise<number>;
}

/**
 * Milliseconds of silence after which a process is dead. It is longer than the 25 s for which a gateway serves calls
 * without reading the keys, so a gateway that continues after this time reads them before it serves.
 */
const DEAD_AFTER_MS = 90_000;

/** A credential of a service restricts neither models nor providers nor endpoints. */
const UNRESTRICTED = { models: [], providers: [], endpoints: [] } as const;

interface ServiceKeyRow {
  credential_id: string;
  service_id: string;
  team_ids: string[];
  locator: string;
  token_sha256: Buffer;
  expires_at: Date | null;
  ready_at: Date | null;
  environment_id: string;
  gateway_id: string;
  application_id: string;
  workspace_id: string;
  organization_id: string;
}

export function createServiceKeyStore(pool: pg.Pool, clock: Clock): ServiceKeyStore {
  const listRotations = async (): Promise<RotatedKey[]> => {
    const { rows } = await pool.query<{ predecessor_id: string; credential_id: string }>(
      'SELECT predecessor_id, credential_id FROM service_credentials WHERE predecessor_id IS NOT NULL',
    );
    return rows.map((row) => ({ keyId: row.predecessor_id, successorId: row.credential_id }));
  };
  return {
    listRotations,

    async listInForce() {
      const { rows } = await pool.query<ServiceKeyRow>(
        `SELECT credential_id, service_id, team_ids, locator, token_sha256, expires_at, ready_at,
           environment_id, gateway_id, application_id, workspace_id, organization_id
         FROM service_credentials JOIN environments USING (environment_id) JOIN gateways USING (gateway_id)
           JOIN applications USING (application_id) JOIN workspaces USING (workspace_id)
         WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) AND 'models.call' = ANY(grants)`,
        [clock.now()],
      );
      // Queried after the credentials, so that every successor among them has a known rotation.
      const rotations = findRotations(await listRotations());
      return rows.map((row) => serviceKeyFromRow(row, rotations.get(row.credential_id) ?? [row.credential_id]));
    },

    async acknowledge(processId, credentialIds) {
      const now = clock.now();
      await inTransaction(pool, async (client) => {
        // Locked in one order, because every gateway acknowledges the same credentials at about the same time.
        await client.query<{ credential_id: string }>(
          `SELECT credential_id FROM service_credentials WHERE credential_id = ANY($1) AND ready_at IS NULL
           ORDER BY credential_id FOR UPDATE`,
          [credentialIds],
        );
        await client.query(
          `UPDATE service_credentials
           SET acknowledged_by = array_append(array_remove(acknowledged_by, $2::text), $2::text),
             ready_at = CASE WHEN NOT EXISTS (
               SELECT 1 FROM gateway_processes p
               WHERE p.ended_at IS NULL AND p.seen_at > $4 AND p.process_id <> $2
                 AND p.process_id <> ALL(acknowledged_by)
             ) THEN $3::timestamptz END
           WHERE credential_id = ANY($1) AND ready_at IS NULL`,
          [credentialIds, processId, now, new Date(now.getTime() - DEAD_AFTER_MS)],
        );
      });
    },

    async oldestAwaitedSeconds() {
      const now = clock.now();
      const { rows } = await pool.query<{ oldest: Date | null }>(
        `SELECT min(created_at) AS oldest FROM service_credentials
         WHERE revoked_at IS NULL AND ready_at IS NULL AND (expires_at IS NULL OR expires_at > $1)
           AND 'models.call' = ANY(grants)
           AND EXISTS (SELECT FROM gateway_processes WHERE ended_at IS NULL AND seen_at > $2)`,
        [now, new Date(now.getTime() - DEAD_AFTER_MS)],
      );
      const { oldest } = requireRow(rows);
      return oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1_000);
    },
  };
}

function serviceKeyFromRow(row: ServiceKeyRow, rotations: readonly string[]): ServiceKey {
  return {
    key: {
      keyId: row.credential_id,
      // The team of its traffic. A service without a team owns its own traffic.
      owner: row.team_ids[0] ?? row.service_id,
      scopes: UNRESTRICTED,
      allowsPassthrough: false,
      expiresAt: row.expires_at ?? undefined,
      locator: row.locator,
      tokenSha256: row.token_sha256,
      leaf: {
        organizationId: row.organization_id,
        workspaceId: row.workspace_id,
        applicationId: row.application_id,
        gatewayId: row.gateway_id,
        environmentId: row.environment_id,
      },
      rotations,
    },
    isReady: row.ready_at !== null,
  };
}
