import type pg from 'pg';
import type { KeySource } from '../../domain/models/key-source.ts';
import type { ConnectionUse, ModelProvider, Wire } from '../../domain/models/model-call.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { violatesForeignKey, violatesUnique } from '../postgres/database-fault.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

export interface NewConnection {
  readonly name: string;
  readonly provider: ModelProvider;
  readonly wire: Wire;
  readonly endpoint: string;
  readonly key: KeySource;
  /** The family of each model by its name, as the provider calls it. */
  readonly modelFamilies: Readonly<Record<string, string>>;
  readonly uses: readonly ConnectionUse[];
  /** Ids of the workspaces and environments that may use the connection. */
  readonly grants: readonly string[];
}

/** A connection to a model provider. It is never edited, only replaced. */
export interface ProviderConnection extends NewConnection {
  readonly connectionId: string;
  readonly createdAt: Date;
  /** The end of the connection; undefined while it is active. */
  readonly retiredAt: Date | undefined;
  /**
   * The time until which comparison runs pause their calls, at the request of the provider; undefined if there is no
   * pause.
   */
  readonly limitedUntil: Date | undefined;
}

export interface ConnectionStore {
  /** @throws Refusal `not_found` if a grant names an unknown node, `conflict` if an active connection has this name */
  add(connection: NewConnection): Promise<ProviderConnection>;
  /** The active connections, or all connections; newest first. */
  list(all: boolean): Promise<ProviderConnection[]>;
  /** @throws Refusal `not_found` if there is no such connection */
  find(connectionId: string): Promise<ProviderConnection>;
  /** The active connections that were granted to an environment or to its workspace; newest first. */
  listGranted(place: { workspaceId: string; environmentId: string }): Promise<ProviderConnection[]>;
  /** Ends the pause of a connection: its provider accepts calls again. */
  endLimit(connectionId: string): Promise<void>;
  /**
   * Retires a connection. A connection that is already retired keeps its time.
   * @throws Refusal `not_found` if there is no such connection
   */
  retire(connectionId: string): Promise<ProviderConnection>;
}

interface ConnectionRow {
  connection_id: string;
  name: string;
  provider: ModelProvider;
  wire: Wire;
  endpoint: string;
  key_variable: string | null;
  key_file: string | null;
  model_families: Record<string, string>;
  uses: ConnectionUse[];
  grants: string[];
  created_at: Date;
  retired_at: Date | null;
  limited_until: Date | null;
}

const CONNECTIONS = `SELECT connection_id, name, provider, wire, endpoint, key_variable, key_file, model_families, uses,
    ARRAY(SELECT coalesce(g.workspace_id, g.environment_id) FROM connection_grants g
      WHERE g.connection_id = c.connection_id ORDER BY 1) AS grants,
    created_at, retired_at, limited_until
  FROM provider_connections c`;

export function createConnectionStore(pool: pg.Pool, clock: Clock): ConnectionStore {
  return {
    add: (connection) =>
      inTransaction(pool, async (client) => {
        const connectionId = newId('connection');
        await insertConnection(client, connectionId, connection, clock.now());
        for (const nodeId of connection.grants) await insertGrant(client, connectionId, nodeId);
        return foundConnection(client, connectionId, clock.now());
      }),

    async list(all) {
      const { rows } = await pool.query<ConnectionRow>(
        `${CONNECTIONS} WHERE $1 OR retired_at IS NULL ORDER BY created_at DESC, connection_id DESC`,
        [all],
      );
      return rows.map((row) => connectionFromRow(row, clock.now()));
    },

    find: (connectionId) => foundConnection(pool, connectionId, clock.now()),

    async listGranted({ workspaceId, environmentId }) {
      const { rows } = await pool.query<ConnectionRow>(
        `${CONNECTIONS} WHERE retired_at IS NULL AND EXISTS (
           SELECT FROM connection_grants g
           WHERE g.connection_id = c.connection_id AND (g.workspace_id = $1 OR g.environment_id = $2))
         ORDER BY created_at DESC, connection_id DESC`,
        [workspaceId, environmentId],
      );
      return rows.map((row) => connectionFromRow(row, clock.now()));
    },

    async endLimit(connectionId) {
      await pool.query('UPDATE provider_connections SET limited_until = NULL WHERE connection_id = $1', [connectionId]);
    },

    async retire(connectionId) {
      await pool.query(
        'UPDATE provider_connections SET retired_at = $2 WHERE connection_id = $1 AND retired_at IS NULL',
        [connectionId, clock.now()],
      );
      return foundConnection(pool, connectionId, clock.now());
    },
  };
}

async function insertConnection(
  client: Queryable,
  connectionId: string,
  { name, provider, wire, endpoint, key, modelFamilies, uses }: NewConnection,
  now: Date,
): Promise<void> {
  try {
    await client.query(
      `INSERT INTO provider_connections (connection_id, name, provider, wire, endpoint, key_variable, key_file, model_families,
         uses, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[connectionId, name, provider, wire, endpoint],
        key.kind === 'variable' ? key.name : null,
        key.kind === 'file' ? key.path : null,
        modelFamilies,
        uses,
        now,
      ],
    );
  } catch (error) {
    if (violatesUnique(error, 'provider_connection_name'))
      throw new Refusal(
        'conflict',
        `An active connection already has the name ${name}. Retire it, or choose another name.`,
      );
    throw error;
  }
}

async function insertGrant(client: Queryable, connectionId: string, nodeId: string): Promise<void> {
  const isWorkspace = nodeId.startsWith('t_');
  try {
    await client.query(
      'INSERT INTO connection_grants (connection_id, workspace_id, environment_id) VALUES ($1, $2, $3)',
      [connectionId, isWorkspace ? nodeId : null, isWorkspace ? null : nodeId],
    );
  } catch (error) {
    if (violatesForeignKey(error))
      throw new Refusal(
        'not_found',
        `There is no ${isWorkspace ? 'workspace' : 'environment'} ${nodeId}. Check the id.`,
      );
    throw error;
  }
}

async function foundConnection(client: Queryable, connectionId: string, now: Date): Promise<ProviderConnection> {
  const { rows } = await client.query<ConnectionRow>(`${CONNECTIONS} WHERE connection_id = $1`, [connectionId]);
  if (rows[0] === undefined) throw new Refusal('not_found', `There is no connection ${connectionId}. Check the id.`);
  return connectionFromRow(rows[0], now);
}

function connectionFromRow(row: ConnectionRow, now: Date): ProviderConnection {
  return {
    connectionId: row.connection_id,
    name: row.name,
    provider: row.provider,
    wire: row.wire,
    endpoint: row.endpoint,
    key:
      row.key_variable === null
        ? { kind: 'file', path: row.key_file ?? '' }
        : { kind: 'variable', name: row.key_variable },
    modelFamilies: row.model_families,
    uses: row.uses,
    grants: row.grants,
    createdAt: row.created_at,
    retiredAt: row.retired_at ?? undefined,
    limitedUntil: row.limited_until !== null && row.limited_until > now ? row.limited_until : undefined,
  };
}
