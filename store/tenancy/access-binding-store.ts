import type pg from 'pg';
import type { Action } from '../../domain/tenancy/actions.ts';
import type { ScopeBlock } from '../../domain/tenancy/scope.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { blockFromRow, type BlockRow } from './tenancy-store.ts';

/** The actions that a subject may perform on one block of scope. */
export interface AccessBinding {
  readonly bindingId: string;
  readonly subjectId: string;
  readonly actions: readonly Action[];
  readonly block: ScopeBlock;
  readonly createdAt: Date;
}

export interface NewAccessBinding {
  readonly subjectId: string;
  readonly actions: readonly Action[];
  /** The node of the tree to which the actions apply, with everything below it. */
  readonly nodeId: string;
}

/** The store of access bindings. Every change increments the subject's authority epoch in the same transaction. */
export interface AccessBindingStore {
  /**
   * @throws Refusal `not_found` if the subject or the node does not exist, `validation_failed` if they belong to
   *   different organizations
   */
  create(binding: NewAccessBinding): Promise<AccessBinding>;
  /** @throws Refusal `not_found` if there is no such binding */
  remove(bindingId: string): Promise<void>;
  /** The bindings of one subject, newest first. */
  list(subjectId: string): Promise<AccessBinding[]>;
}

interface BindingRow extends BlockRow {
  binding_id: string;
  subject_id: string;
  actions: Action[];
  created_at: Date;
}

export function createAccessBindingStore(pool: pg.Pool, clock: Clock): AccessBindingStore {
  return {
    create: (binding) => inTransaction(pool, (client) => insertBinding(client, newId('binding'), binding, clock.now())),

    remove: (bindingId) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ subject_id: string }>(
          'DELETE FROM access_bindings WHERE binding_id = $1 RETURNING subject_id',
          [bindingId],
        );
        const row = rows[0];
        if (row === undefined) throw new Refusal('not_found', `There is no binding ${bindingId}. Check the id.`);
        await moveEpoch(client, row.subject_id);
      }),

    async list(subjectId) {
      const { rows } = await pool.query<BindingRow>(
        `SELECT binding_id, subject_id, actions, organization_id, workspace_id, application_id, gateway_id,
                environment_id, created_at
         FROM access_bindings WHERE subject_id = $1 ORDER BY created_at DESC, binding_id DESC`,
        [subjectId],
      );
      return rows.map(bindingFromRow);
    },
  };
}

/** Inserts a binding in the transaction of `client`; see `AccessBindingStore.create`. */
export async function insertBinding(
  client: Queryable,
  bindingId: string,
  { subjectId, actions, nodeId }: NewAccessBinding,
  now: Date,
): Promise<AccessBinding> {
  const home = await moveEpoch(client, subjectId);
  const block = await blockOf(client, nodeId);
  if (block.organizationId !== home) {
    throw new Refusal(
      'validation_failed',
      `Subject ${subjectId} and ${nodeId} belong to different organizations. Name a subject and a node of one organization.`,
    );
  }
  await client.query(
    `INSERT INTO access_bindings (binding_id, subject_id, actions, organization_id, workspace_id, application_id,
       gateway_id, environment_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      bindingId,
      subjectId,
      actions,
      block.organizationId,
      block.workspaceId ?? null,
      block.applicationId ?? null,
      block.gatewayId ?? null,
      block.environmentId ?? null,
      now,
    ],
  );
  return { bindingId, subjectId, actions, block, createdAt: now };
}

/**
 * Increments the subject's epoch and returns the id of its organization. The row lock orders concurrent changes of one
 * subject.
 */
async function moveEpoch(client: Queryable, subjectId: string): Promise<string> {
  const { rows } = await client.query<{ organization_id: string }>(
    'UPDATE subjects SET authority_epoch = authority_epoch + 1 WHERE subject_id = $1 RETURNING organization_id',
    [subjectId],
  );
  const row = rows[0];
  if (row === undefined) throw new Refusal('not_found', `There is no subject ${subjectId}. Check the id.`);
  return row.organization_id;
}

/** The block of a node: its id and those of everything above it. */
async function blockOf(client: Queryable, nodeId: string): Promise<ScopeBlock> {
  const { rows } = await client.query<BlockRow>(
    `SELECT organization_id, NULL AS workspace_id, NULL AS application_id, NULL AS gateway_id, NULL AS environment_id
       FROM organizations WHERE organization_id = $1
     UNION ALL
     SELECT organization_id, workspace_id, NULL, NULL, NULL
       FROM workspaces WHERE workspace_id = $1
     UNION ALL
     SELECT organization_id, workspace_id, application_id, NULL, NULL
       FROM applications JOIN workspaces USING (workspace_id) WHERE application_id = $1
     UNION ALL
     SELECT organization_id, workspace_id, application_id, gateway_id, NULL
       FROM gateways JOIN applications USING (application_id) JOIN workspaces USING (workspace_id)
       WHERE gateway_id = $1
     UNION ALL
     SELECT organization_id, workspace_id, application_id, gateway_id, environment_id
       FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
         JOIN workspaces USING (workspace_id)
       WHERE environment_id = $1`,
    [nodeId],
  );
  const row = rows[0];
  if (row === undefined) {
    throw new Refusal(
      'not_found',
      `There is no organization, workspace, application, gateway or environment ${nodeId}. Check the id.`,
    );
  }
  return blockFromRow(row);
}

function bindingFromRow(row: BindingRow): AccessBinding {
  return {
    bindingId: row.binding_id,
    subjectId: row.subject_id,
    actions: row.actions,
    block: blockFromRow(row),
    createdAt: row.created_at,
  };
}
