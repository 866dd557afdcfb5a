import { Buffer } from 'node:buffer';
import type pg from 'pg';
import { fairShare } from '../../../domain/kernel/fair-share.ts';
import { expiryCutoff } from '../../../domain/kernel/lifetimes.ts';
import type { BatchPlan, PlannedQuarantine } from './batch-plan.ts';

/**
 * The maximum bytes of all stored quarantined lines. An organization has a share of them, and an environment a share of
 * that (decision 0211).
 */
export const MAX_QUARANTINED_BYTES = 1_073_741_824;

/** The bytes of a row without its texts. */
const ROW_BYTES = 200;

/** A plan after its quarantined lines were limited to their shares, and the bytes that it adds to the shares. */
export interface SharedPlan {
  readonly plan: BatchPlan;
  readonly added: readonly AddedBytes[];
}

interface AddedBytes extends Owner {
  readonly bytes: number;
  readonly beyond: number;
}

/** The owner of lines; both ids are empty if no known owner is named. */
interface Owner {
  readonly organizationId: string;
  readonly environmentId: string;
}

/**
 * Limits the quarantined lines of a plan to the shares of their environment and organization, in their order. Of the
 * other lines only the positions stay. Plans are made one after the other, so that they do not compete for space.
 */
export async function limitToShares(
  client: pg.PoolClient,
  plan: BatchPlan,
  { now, maxBytes }: { readonly now: Date; readonly maxBytes: number },
): Promise<SharedPlan> {
  if (plan.quarantined.length === 0) return { plan, added: [] };
  const ownerOf = await ownersOf(client, plan.quarantined);
  const held = new HeldBytes(maxBytes, await heldSince(client, now));
  const kept: PlannedQuarantine[] = [];
  const beyond: number[] = [];
  for (const line of plan.quarantined) {
    const bytes = Buffer.byteLength(line.lineStart) + Buffer.byteLength(line.detail) + ROW_BYTES;
    if (held.take(ownerOf(line), bytes)) kept.push(line);
    else beyond.push(line.index);
  }
  return { plan: { ...plan, quarantined: kept, unkept: [...plan.unkept, ...beyond] }, added: held.added() };
}

/** Adds the bytes of a plan to the shares. Days whose lines have expired are removed. */
export async function addToShares(client: pg.PoolClient, added: readonly AddedBytes[], now: Date): Promise<void> {
  if (added.length === 0) return;
  await client.query('DELETE FROM ingest_quarantine_days WHERE day < $1', [firstStoredDay(now)]);
  await client.query(
    `INSERT INTO ingest_quarantine_days AS part (day, organization_id, environment_id, kept_bytes, beyond)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[])
     ON CONFLICT (day, organization_id, environment_id)
     DO UPDATE SET kept_bytes = part.kept_bytes + excluded.kept_bytes, beyond = part.beyond + excluded.beyond`,
    [
      dayOf(now),
      added.map(({ organizationId }) => organizationId),
      added.map(({ environmentId }) => environmentId),
      added.map(({ bytes }) => bytes),
      added.map(({ beyond }) => beyond),
    ],
  );
}

/** The first day (UTC) whose lines are still stored. */
export function firstStoredDay(now: Date): string {
  return dayOf(expiryCutoff('quarantinedLine', now));
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/**
 * Finds the owners of lines: the environment if it is known, otherwise the workspace if it is known. Lines that name
 * unknown ones have no owner.
 */
async function ownersOf(
  client: pg.PoolClient,
  lines: readonly PlannedQuarantine[],
): Promise<(line: PlannedQuarantine) => Owner> {
  const { rows } = await client.query<{ id: string; organizationId: string; environmentId: string }>(
    `SELECT environment_id AS id, organization_id AS "organizationId", environment_id AS "environmentId"
     FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id) JOIN workspaces USING (workspace_id)
     WHERE environment_id = ANY($1)
     UNION ALL
     SELECT workspace_id, organization_id, '' FROM workspaces WHERE workspace_id = ANY($2)`,
    [
      [...new Set(lines.flatMap(({ environmentId }) => environmentId ?? []))],
      [...new Set(lines.flatMap(({ workspaceId }) => workspaceId ?? []))],
    ],
  );
  const owners = new Map(rows.map(({ id, ...owner }) => [id, owner]));
  const nobody = { organizationId: '', environmentId: '' };
  return ({ environmentId = '', workspaceId = '' }) => owners.get(environmentId) ?? owners.get(workspaceId) ?? nobody;
}

async function heldSince(client: pg.PoolClient, now: Date): Promise<(Owner & { readonly bytes: number })[]> {
  const { rows } = await client.query<Owner & { bytes: number }>(
    `SELECT organization_id AS "organizationId", environment_id AS "environmentId", sum(kept_bytes)::float8 AS bytes
     FROM ingest_quarantine_days WHERE day >= $1 GROUP BY organization_id, environment_id`,
    [firstStoredDay(now)],
  );
  return rows;
}

/** The bytes that each owner holds. */
class HeldBytes {
  readonly #maxBytes: number;
  readonly #ofOrganizations = new Map<string, number>();
  readonly #ofEnvironments = new Map<string, number>();
  readonly #added = new Map<string, AddedBytes>();
  #all = 0;

  constructor(maxBytes: number, held: readonly (Owner & { readonly bytes: number })[]) {
    this.#maxBytes = maxBytes;
    for (const { bytes, ...owner } of held) this.#hold(owner, bytes);
  }

  /** Adds a line to the shares; false if it exceeds one of them. */
  take(owner: Owner, bytes: number): boolean {
    const ofOrganization = this.#ofOrganizations.get(owner.organizationId) ?? 0;
    const ofEnvironment = this.#ofEnvironments.get(keyOf(owner)) ?? 0;
    const share = fairShare(this.#maxBytes, this.#all - ofOrganization);
    const isKept =
      ofOrganization + bytes <= share && ofEnvironment + bytes <= fairShare(share, ofOrganization - ofEnvironment);
    const before = this.#added.get(keyOf(owner)) ?? { ...owner, bytes: 0, beyond: 0 };
    const after = isKept ? { bytes: before.bytes + bytes } : { beyond: before.beyond + 1 };
    this.#added.set(keyOf(owner), { ...before, ...after });
    if (isKept) this.#hold(owner, bytes);
    return isKept;
  }

  added(): readonly AddedBytes[] {
    return [...this.#added.values()];
  }

  #hold(owner: Owner, bytes: number): void {
    this.#all += bytes;
    add(this.#ofOrganizations, owner.organizationId, bytes);
    add(this.#ofEnvironments, keyOf(owner), bytes);
  }
}

function keyOf({ organizationId, environmentId }: Owner): string {
  return `${organizationId} ${environmentId}`;
}

function add(held: Map<string, number>, key: string, bytes: number): void {
  held.set(key, (held.get(key) ?? 0) + bytes);
}
