import type pg from 'pg';
import type { ReleaseMarker } from '../../contracts/ingest/events/release-marker.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { releaseAfterChange, type MarkerKind, type ReleaseEvent } from '../../domain/insight/release-history.ts';
import { appendControlPlaneEvents } from '../ingest/control-plane-event-store.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

/** Something that can run in the environments of a workspace. */
export interface Release {
  readonly releaseId: string;
  readonly workspaceId: string;
  readonly name: string;
  /** The digest of its configuration, if one was given. */
  readonly digest: string | undefined;
  readonly createdAt: Date;
}

/** A change of a release in an environment. */
export interface ReleaseChange extends ReleaseEvent {
  readonly markerId: string;
  readonly environmentId: string;
  readonly actorKind: ReleaseMarker['actor_kind'];
  readonly occurredAt: Date;
}

export interface ReleaseStore {
  /** @throws Refusal `not_found` if the workspace does not exist */
  create(release: { workspaceId: string; name: string; digest: string | undefined }): Promise<Release>;
  /** The releases of a workspace, newest first. */
  list(workspaceId: string): Promise<Release[]>;
  /**
   * Changes what an environment runs, and enqueues the marker for the indexer, in one transaction.
   *
   * @throws Refusal `not_found` if release and environment belong to different workspaces, `conflict` if the change
   *   does not follow from the environment's history
   */
  change(change: {
    releaseId: string;
    environmentId: string;
    kind: MarkerKind;
    actorKind: ReleaseMarker['actor_kind'];
  }): Promise<ReleaseChange>;
}

export function createReleaseStore(pool: pg.Pool, clock: Clock): ReleaseStore {
  return {
    async create({ workspaceId, name, digest }) {
      const release = { releaseId: newId('release'), workspaceId, name, digest, createdAt: clock.now() };
      await insertRelease(pool, release);
      return release;
    },

    async list(workspaceId) {
      const { rows } = await pool.query<ReleaseRow>(
        `SELECT release_id, workspace_id, name, digest, created_at FROM releases
         WHERE workspace_id = $1 ORDER BY created_at DESC, release_id DESC`,
        [workspaceId],
      );
      return rows.map(releaseFromRow);
    },

    change: (change) =>
      inTransaction(pool, async (client) => {
        await refuseReleaseOfRoute(client, change.releaseId);
        return changeRelease(client, change, clock.now());
      }),
  };
}

/** @throws Refusal `not_found` if the workspace does not exist */
export async function insertRelease(client: Queryable, release: Release): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO releases (release_id, organization_id, workspace_id, name, digest, created_at)
     SELECT $1, organization_id, workspace_id, $3, $4, $5 FROM workspaces WHERE workspace_id = $2`,
    [release.releaseId, release.workspaceId, release.name, release.digest ?? null, release.createdAt],
  );
  if (rowCount === 0) throw new Refusal('not_found', `There is no workspace ${release.workspaceId}. Check the id.`);
}

/**
 * Changes what an environment runs, in the transaction of `client` and as its last statements. The marker locks the end
 * of the control plane's events from here to the commit.
 */
export async function changeRelease(
  client: Queryable,
  change: Parameters<ReleaseStore['change']>[0],
  now: Date,
): Promise<ReleaseChange> {
  const scope = await lockEnvironment(client, change);
  const effectiveReleaseId = releaseAfterChange(await historyOf(client, change.environmentId), change);
  const made: ReleaseChange = { ...change, markerId: newId('releaseMarker'), effectiveReleaseId, occurredAt: now };
  await insertChange(client, made);
  const digest = await digestOf(client, effectiveReleaseId);
  await appendControlPlaneEvents(client, [markerOf(made, scope, digest)], now);
  return made;
}

/** Refuses to change a route's release directly, so that route and release always agree. */
async function refuseReleaseOfRoute(client: Queryable, releaseId: string): Promise<void> {
  const { rows } = await client.query<{ route_id: string }>(
    'SELECT route_id FROM serving_releases WHERE release_id = $1',
    [releaseId],
  );
  const served = rows[0];
  if (served === undefined) return;
  throw new Refusal(
    'conflict',
    `This release belongs to route ${served.route_id}. Use \`route deploy\` to change the target of the route.`,
  );
}

interface ReleaseRow {
  release_id: string;
  workspace_id: string;
  name: string;
  digest: string | null;
  created_at: Date;
}

function releaseFromRow(row: ReleaseRow): Release {
  return {
    releaseId: row.release_id,
    workspaceId: row.workspace_id,
    name: row.name,
    digest: row.digest ?? undefined,
    createdAt: row.created_at,
  };
}

/**
 * Locks the environment and returns its chain. The release must belong to the same workspace. Concurrent changes of an
 * environment wait for each other.
 */
async function lockEnvironment(
  client: Queryable,
  { releaseId, environmentId }: { releaseId: string; environmentId: string },
): Promise<ReleaseMarker['scope']> {
  const { rows } = await client.query<ReleaseMarker['scope']>(
    `SELECT organization_id, workspace_id, application_id, gateway_id, environment_id
     FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
       JOIN releases USING (workspace_id)
     WHERE environment_id = $1 AND release_id = $2 FOR NO KEY UPDATE OF environments`,
    [environmentId, releaseId],
  );
  const scope = rows[0];
  if (scope !== undefined) return scope;
  throw new Refusal(
    'not_found',
    `There is no release ${releaseId} in the workspace of environment ${environmentId}. Check the id.`,
  );
}

async function historyOf(client: Queryable, environmentId: string): Promise<ReleaseEvent[]> {
  const { rows } = await client.query<{ kind: MarkerKind; release_id: string; effective_release_id: string | null }>(
    `SELECT marker_kind AS kind, release_id, effective_release_id FROM release_changes
     WHERE environment_id = $1 ORDER BY change_id`,
    [environmentId],
  );
  return rows.map((row) => ({
    kind: row.kind,
    releaseId: row.release_id,
    effectiveReleaseId: row.effective_release_id ?? undefined,
  }));
}

async function insertChange(client: Queryable, change: ReleaseChange): Promise<void> {
  await client.query(
    `INSERT INTO release_changes
       (marker_id, environment_id, release_id, marker_kind, actor_kind, effective_release_id, occurred_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      change.markerId,
      change.environmentId,
      change.releaseId,
      change.kind,
      change.actorKind,
      change.effectiveReleaseId ?? null,
      change.occurredAt,
    ],
  );
}

async function digestOf(client: Queryable, releaseId: string | undefined): Promise<string | undefined> {
  const { rows } = await client.query<{ digest: string | null }>('SELECT digest FROM releases WHERE release_id = $1', [
    releaseId,
  ]);
  return rows[0]?.digest ?? undefined;
}

function markerOf(change: ReleaseChange, scope: ReleaseMarker['scope'], digest: string | undefined): ReleaseMarker {
  return {
    event: 'release_marker',
    schema: 1,
    scope,
    marker_id: change.markerId,
    marker_kind: change.kind,
    release_id: change.releaseId,
    ...(digest !== undefined && { effective_digest: digest }),
    actor_kind: change.actorKind,
    occurred_at: change.occurredAt.toISOString(),
  };
}
