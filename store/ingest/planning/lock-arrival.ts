import type pg from 'pg';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { requireRow } from '../../postgres/require-row.ts';

/**
 * The maximum number of batches that are planned after one that is not loaded yet. ClickHouse remembers the tokens of a
 * table's last 20,000 blocks. A batch makes one block of a fact table for each month in it, or up to four blocks of a
 * rollup for each year. Its repetition is recognized as long as the batches after it contain forty months each at most.
 */
export const MAX_BATCHES_AHEAD = 500;

/**
 * The maximum idle time of a planning transaction. It exceeds the time of the consecutive ClickHouse statements of one
 * decision, of at most 130 s each.
 */
const MAX_SILENCE = '5min';

/**
 * Locks the arrival counter until the end of the transaction, and returns the next arrival sequence.
 *
 * @param workspaceIds workspaces with an event in the batch to plan
 * @throws Refusal `dependency_unavailable` while fact tables are being emptied, while an unloaded batch is
 *   `MAX_BATCHES_AHEAD` batches behind, or while a batch with traffic of the same workspaces has identities that are
 *   not stored yet
 */
export async function lockArrival(client: pg.PoolClient, workspaceIds: readonly string[]): Promise<bigint> {
  const firstSeq = await nextArrival(client);
  await refuseTooFarAhead(client);
  await refuseUnidentified(client, workspaceIds);
  return firstSeq;
}

/**
 * Locks the counter. If the machine of a process disappears, Postgres ends its transaction after `MAX_SILENCE`; TCP
 * would report it only after two hours. Refuses while tables are being emptied: part of the event identities may be
 * gone, and a repeated event would count again.
 */
async function nextArrival(client: pg.PoolClient): Promise<bigint> {
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = '${MAX_SILENCE}'`);
  const { rows } = await client.query<{ first_seq: bigint; emptying_since: Date | null }>(
    'SELECT last_seq + 1 AS first_seq, emptying_since FROM ingest_arrival FOR UPDATE',
  );
  const { first_seq: firstSeq, emptying_since: emptyingSince } = requireRow(rows);
  if (emptyingSince === null) return firstSeq;
  throw new Refusal(
    'dependency_unavailable',
    `Emptying the tables of facts began at ${emptyingSince.toISOString()} and was interrupted. Run ` +
      '`npm run rebuild-facts` or `npm run migrate` to finish it. Until then, no traffic is planned.',
  );
}

async function refuseTooFarAhead(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ source_id: string; location: string; ahead: bigint }>(
    `SELECT source_id, location, (SELECT max(batch_id) FROM ingest_batches) - batch_id AS ahead
     FROM ingest_batches JOIN ingest_sources USING (source_id)
     WHERE loaded_at IS NULL ORDER BY first_seq LIMIT 1`,
  );
  const oldest = rows[0];
  if (oldest === undefined || oldest.ahead < MAX_BATCHES_AHEAD) return;
  throw new Refusal(
    'dependency_unavailable',
    `A batch of ${oldest.source_id} (${oldest.location}) is not loaded, and ${oldest.ahead} batches were planned after it. ` +
      'No further batch is planned until it is loaded, so that nothing is counted twice.',
  );
}

/** Refuses while a batch lacks its identities, because its events would not be recognized a second time. */
async function refuseUnidentified(client: pg.PoolClient, workspaceIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ source_id: string; location: string }>(
    `SELECT source_id, location FROM ingest_batches JOIN ingest_sources USING (source_id)
     WHERE NOT identified AND (own_before IS NULL OR own_before ?| $1::text[])
     ORDER BY batch_id LIMIT 1`,
    [workspaceIds],
  );
  const first = rows[0];
  if (first === undefined) return;
  throw new Refusal(
    'dependency_unavailable',
    `Facts of ${first.source_id} (${first.location}) are not loaded yet. Until they are loaded, no new traffic of ` +
      'their workspaces is planned, because repeated events could not be recognized.',
  );
}
