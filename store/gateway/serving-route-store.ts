import type pg from 'pg';
import type { ModelTargetV1 } from '../../contracts/models/model-target.ts';
import type { ServingRouteV1 } from '../../contracts/gateway/serving-route.ts';
import type { ReleaseMarker } from '../../contracts/ingest/events/release-marker.ts';
import { sha256Digest } from '../../contracts/wire/canonical-json.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { conflict, DefectError, Refusal } from '../../domain/kernel/errors.ts';
import { changeRelease, insertRelease } from '../insight/release-store.ts';
import { violatesUnique } from '../postgres/database-fault.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

type ActorKind = ReleaseMarker['actor_kind'];

export interface ServingRouteStore {
  /**
   * Creates a route with its first release, and enqueues the release marker for the indexer, in one transaction.
   *
   * @throws Refusal `not_found` if the environment does not exist, `conflict` if it has a route of this name
   */
  create(route: {
    environmentId: string;
    name: string;
    target: ModelTargetV1;
    actorKind: ActorKind;
  }): Promise<ServingRouteV1>;
  /**
   * Deploys another target as the route's next release, and enqueues its marker, in one transaction.
   *
   * @throws Refusal `not_found` if the route does not exist, `conflict` if it already serves exactly this target
   */
  deploy(change: { routeId: string; target: ModelTargetV1; actorKind: ActorKind }): Promise<ServingRouteV1>;
  /** The route, regardless of the caller. */
  find(routeId: string): Promise<ServingRouteV1 | undefined>;
  /** The routes of an environment, newest first, at most `limit`. */
  list(page: { environmentId: string; limit: number; after: PageKey | undefined }): Promise<ServingRouteV1[]>;
}

interface RouteRow {
  route_id: string;
  organization_id: string;
  workspace_id: string;
  application_id: string;
  gateway_id: string;
  environment_id: string;
  name: string;
  release_id: string;
  digest: string | null;
  target: ModelTargetV1;
  release_created_at: Date;
  created_at: Date;
}

const ROUTES = `SELECT r.route_id, w.organization_id, a.workspace_id, g.application_id, e.gateway_id, r.environment_id, r.name,
    r.release_id, l.digest, s.target, l.created_at AS release_created_at, r.created_at
  FROM serving_routes r
  JOIN serving_releases s ON s.release_id = r.release_id
  JOIN releases l ON l.release_id = r.release_id
  JOIN environments e ON e.environment_id = r.environment_id
  JOIN gateways g ON g.gateway_id = e.gateway_id
  JOIN applications a ON a.application_id = g.application_id
  JOIN workspaces w ON w.workspace_id = a.workspace_id`;

/** Creates the store. Its transactions take locks in the order environment, route. */
export function createServingRouteStore(pool: pg.Pool, clock: Clock): ServingRouteStore {
  return {
    create: ({ environmentId, name, target, actorKind }) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const workspaceId = await lockEnvironment(client, environmentId);
        if (workspaceId === undefined)
          throw new Refusal('not_found', `There is no environment ${environmentId}. Check the id.`);
        const routeId = newId('route');
        const release = { workspaceId, routeId, routeName: name, target };
        const releaseId = await insertServingRelease(client, release, now);
        await insertRoute(client, { routeId, environmentId, name, releaseId }, now);
        await changeRelease(client, { releaseId, environmentId, kind: 'deployed', actorKind }, now);
        return foundRoute(client, routeId);
      }),

    deploy: ({ routeId, target, actorKind }) =>
      inTransaction(pool, async (client) => {
        const route = await findRoute(client, routeId);
        if (route === undefined) throw new Refusal('not_found', `There is no route ${routeId}. Check the id.`);
        await lockEnvironment(client, route.environment_id);
        const { release } = await foundRoute(client, routeId);
        if (release.digest === sha256Digest(target)) {
          throw new Refusal('conflict', 'The route already serves exactly this target, so there is nothing to deploy.');
        }
        const served = await deployRelease(
          client,
          { route, baseline: release.release_id, target, actorKind },
          clock.now(),
        );
        if (served === undefined) throw new DefectError('The release of a locked route has changed.');
        return served;
      }),

    find: (routeId) => findRoute(pool, routeId),

    async list({ environmentId, limit, after }) {
      const { rows } = await pool.query<RouteRow>(
        `${ROUTES} WHERE r.environment_id = $1 AND (r.created_at, r.route_id) < ($2, $3)
         ORDER BY r.created_at DESC, r.route_id DESC LIMIT $4`,
        [environmentId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(routeFromRow);
    },
  };
}

/**
 * Deploys a target as the next release of a route while the route still serves `baseline`; undefined if it now serves
 * another release. Call it in a transaction that holds the environment, as its last statements.
 */
export async function deployRelease(
  client: Queryable,
  {
    route,
    baseline,
    target,
    actorKind,
  }: { route: ServingRouteV1; baseline: string; target: ModelTargetV1; actorKind: ActorKind },
  now: Date,
): Promise<ServingRouteV1 | undefined> {
  const { route_id: routeId, environment_id: environmentId, workspace_id: workspaceId, name: routeName } = route;
  const releaseId = await insertServingRelease(client, { workspaceId, routeId, routeName, target }, now);
  const { rowCount } = await client.query(
    'UPDATE serving_routes SET release_id = $3 WHERE route_id = $1 AND release_id = $2',
    [routeId, baseline, releaseId],
  );
  if (rowCount === 0) return undefined;
  await changeRelease(client, { releaseId, environmentId, kind: 'deployed', actorKind }, now);
  return foundRoute(client, routeId);
}

/**
 * Locks an environment, so that what it serves does not change until the transaction ends. Returns its workspace;
 * undefined if the environment does not exist.
 */
export async function lockEnvironment(client: Queryable, environmentId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ workspace_id: string }>(
    `SELECT workspace_id FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
     WHERE environment_id = $1 FOR NO KEY UPDATE OF environments`,
    [environmentId],
  );
  return rows[0]?.workspace_id;
}

async function insertServingRelease(
  client: Queryable,
  release: { workspaceId: string; routeId: string; routeName: string; target: ModelTargetV1 },
  now: Date,
): Promise<string> {
  const { workspaceId, routeId, routeName: name, target } = release;
  const releaseId = newId('release');
  await insertRelease(client, { releaseId, workspaceId, name, digest: sha256Digest(target), createdAt: now });
  await client.query('INSERT INTO serving_releases (release_id, route_id, target) VALUES ($1, $2, $3)', [
    releaseId,
    routeId,
    JSON.stringify(target),
  ]);
  return releaseId;
}

async function insertRoute(
  client: Queryable,
  route: { routeId: string; environmentId: string; name: string; releaseId: string },
  now: Date,
): Promise<void> {
  try {
    await client.query(
      'INSERT INTO serving_routes (route_id, environment_id, name, release_id, created_at) VALUES ($1, $2, $3, $4, $5)',
      [route.routeId, route.environmentId, route.name, route.releaseId, now],
    );
  } catch (error) {
    if (!violatesUnique(error, 'serving_route_name')) throw error;
    throw conflict(
      'name_taken',
      `The environment already has a route named ${route.name}. Choose another name.`,
      '/name',
    );
  }
}

async function findRoute(client: Queryable, routeId: string): Promise<ServingRouteV1 | undefined> {
  const { rows } = await client.query<RouteRow>(`${ROUTES} WHERE r.route_id = $1`, [routeId]);
  return rows.map(routeFromRow)[0];
}

async function foundRoute(client: Queryable, routeId: string): Promise<ServingRouteV1> {
  const route = await findRoute(client, routeId);
  if (route === undefined) throw new DefectError('A route that this transaction locked no longer exists.');
  return route;
}

function routeFromRow(row: RouteRow): ServingRouteV1 {
  return {
    route_id: row.route_id,
    organization_id: row.organization_id,
    workspace_id: row.workspace_id,
    application_id: row.application_id,
    gateway_id: row.gateway_id,
    environment_id: row.environment_id,
    name: row.name,
    release: {
      release_id: row.release_id,
      digest: row.digest ?? '',
      target: row.target,
      created_at: row.release_created_at.toISOString(),
    },
    created_at: row.created_at.toISOString(),
  };
}
