import type pg from 'pg';
import { exchangeLease, type LeaseRequest } from '../../domain/gateway/governance/exchange-lease.ts';
import type { LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

/** The key of a counter: a limit at a node, and its window if it has one. */
export interface LimitCounterKey {
  readonly limitId: string;
  readonly node: string;
  /** The node under which the same limit was counted before; undefined if it has not changed. */
  readonly formerNode?: string | undefined;
  readonly unit: LimitUnit;
  /** The window in Unix milliseconds, with an exclusive end; undefined if calls in flight are counted. */
  readonly window: { readonly from: number; readonly to: number } | undefined;
}

/** A lease: the part of a counter that one process holds. */
export interface LimitLease {
  readonly leaseId: string;
  readonly holder: string;
  readonly counter: LimitCounterKey;
}

/** One exchange about a lease; amounts are whole numbers in the unit of the limit. */
export interface LeaseExchange extends LeaseRequest {
  /** The number of the exchange, starting with 1. A repetition has the same number and takes effect only once. */
  readonly number: number;
  readonly max: number;
  /** The amount that is reserved for calls in flight. */
  readonly reserved: number;
  /** Milliseconds for which the lease is valid from now on. */
  readonly forMs: number;
  /** The percentage of the last warning to callers since the previous exchange; absent if there was none. */
  readonly warnedPercent?: number | undefined;
  /** True if no exchange follows. */
  readonly isLast: boolean;
}

/**
 * The amount that the lease now holds, and the amount that is left for all. If the process was considered dead, its
 * lease has ended; `charged` is then the amount that stays charged for it.
 */
export type LeaseAnswer = { readonly held: number; readonly left: number } | { readonly charged: number };

export interface LimitLeaseStore {
  /**
   * Settles used amounts, returns unused ones and leases new ones. The first exchange creates the lease. A lease that
   * has lapsed meanwhile is charged with the amounts that the exchange settles and reserves.
   */
  exchange(lease: LimitLease, exchange: LeaseExchange): Promise<LeaseAnswer>;
  /**
   * Ends the leases of dead processes. Their amounts are charged in full, except slots for calls in flight, which ended
   * with the process. Returns the number of leases.
   */
  endExpired(): Promise<number>;
  /** Removes counters and leases that ended more than `olderThanMs` ago. */
  forget(olderThanMs: number): Promise<void>;
}

export function createLimitLeaseStore(pool: pg.Pool, clock: Clock): LimitLeaseStore {
  return {
    exchange: (lease, exchange) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        if (exchange.number === 1) await openLease(client, lease, now);
        return exchangeLocked(client, lease.leaseId, exchange, now);
      }),

    async endExpired() {
      const now = clock.now();
      const { rows } = await pool.query<{ leaseId: string }>(
        `SELECT lease_id AS "leaseId" FROM gateway_limit_leases WHERE ended_at IS NULL AND expires_at <= $1`,
        [now],
      );
      let ended = 0;
      for (const { leaseId } of rows) {
        const isEnded = await inTransaction(pool, (client) => endIfExpired(client, leaseId, now));
        if (isEnded) ended += 1;
      }
      return ended;
    },

    async forget(olderThanMs) {
      const before = new Date(clock.now().getTime() - olderThanMs);
      await pool.query('DELETE FROM gateway_limit_leases WHERE ended_at < $1', [before]);
      await pool.query('DELETE FROM gateway_limit_counters WHERE window_to < $1', [before]);
    },
  };
}

/** The maximum percentage that the column of warnings can hold. A larger one must not make exchanges fail. */
const MAX_PERCENT = 2_147_483_647;

/** The id of a counter, the same in all processes. */
function counterId({ limitId, unit, window }: LimitCounterKey, node: string): string {
  const times = window === undefined ? '-' : `${window.from}-${window.to}`;
  return `${limitId} ${unit} ${times} ${node}`;
}

async function openLease(client: Queryable, { leaseId, holder, counter }: LimitLease, now: Date): Promise<void> {
  const { limitId, node, formerNode, unit, window } = counter;
  const id = counterId(counter, node);
  const formerId = formerNode === undefined ? null : counterId(counter, formerNode);
  await client.query(
    // The used amount of a current window carries over to the new node. Slots of calls in flight do not.
    `INSERT INTO gateway_limit_counters (counter_id, limit_id, node, unit, window_from, window_to, settled)
     VALUES ($1, $2, $3, $4, $5, $6, coalesce(
       (SELECT settled + lapsed + leased FROM gateway_limit_counters WHERE counter_id = $7 AND window_to IS NOT NULL), 0))
     ON CONFLICT (counter_id) DO NOTHING`,
    [id, limitId, node, unit, window ? new Date(window.from) : null, window ? new Date(window.to) : null, formerId],
  );
  await client.query(
    `INSERT INTO gateway_limit_leases (lease_id, counter_id, holder, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (lease_id) DO NOTHING`,
    [leaseId, id, holder, now],
  );
}

interface LockedLease {
  used: bigint;
  held: bigint;
  exchange: number;
  isEnded: boolean;
}

/** Locks the counter, then the lease. Everybody uses this order, so that no deadlock occurs. */
async function lockLease(client: Queryable, leaseId: string): Promise<LockedLease | undefined> {
  await client.query(
    `SELECT FROM gateway_limit_counters
     WHERE counter_id = (SELECT counter_id FROM gateway_limit_leases WHERE lease_id = $1) FOR NO KEY UPDATE`,
    [leaseId],
  );
  const { rows } = await client.query<LockedLease>(
    // A lapsed amount still counts as held here, so that a repeated exchange returns the answer that was lost.
    `SELECT c.settled + c.lapsed + c.leased AS used, l.held + l.lapsed AS held, l.exchange,
       l.ended_at IS NOT NULL AS "isEnded"
     FROM gateway_limit_leases l JOIN gateway_limit_counters c USING (counter_id) WHERE l.lease_id = $1`,
    [leaseId],
  );
  return rows[0];
}

async function exchangeLocked(
  client: Queryable,
  leaseId: string,
  exchange: LeaseExchange,
  now: Date,
): Promise<LeaseAnswer> {
  const { number, max, settled, forMs, warnedPercent, isLast } = exchange;
  const lease = await lockLease(client, leaseId);
  if (lease === undefined) return { charged: 0 };
  const held = Number(lease.held);
  const used = Number(lease.used);
  if (lease.exchange >= number) return { held, left: max - used };
  if (lease.isEnded) return accountFor(client, leaseId, exchange, now);
  const { dropped, granted, left } = exchangeLease({ used, max, held }, exchange);
  await client.query(
    `WITH lease AS (
       UPDATE gateway_limit_leases SET held = held - $2 + $3, settled = settled + $4, exchange = $5, expires_at = $6,
         ended_at = $7
       WHERE lease_id = $1
       RETURNING counter_id
     )
     UPDATE gateway_limit_counters c SET settled = c.settled + $4, leased = c.leased - $2 + $3,
       warned_at = CASE WHEN $8::integer IS NULL THEN c.warned_at ELSE $9::timestamptz END,
       warned_percent = coalesce($8, c.warned_percent)
     FROM lease WHERE c.counter_id = lease.counter_id`,
    [
      ...[leaseId, dropped, granted, settled, number, new Date(now.getTime() + forMs), isLast ? now : null],
      ...[warnedPercent === undefined ? null : Math.min(warnedPercent, MAX_PERCENT), now],
    ],
  );
  return { held: held - dropped + granted, left };
}

/**
 * Accounts for a lapsed lease whose process turned out to be alive. The process knows the amount that it used, and the
 * amount that its calls in flight may still use. It reports again when they have ended.
 */
async function accountFor(
  client: Queryable,
  leaseId: string,
  { settled, reserved }: LeaseExchange,
  now: Date,
): Promise<LeaseAnswer> {
  const { rows } = await client.query<{ charged: bigint }>(
    `WITH lease AS (
       SELECT lease_id, counter_id, lapsed, LEAST(lapsed, $2) AS charged FROM gateway_limit_leases
       WHERE lease_id = $1 AND lapsed > 0
     ), accounted AS (
       UPDATE gateway_limit_leases l SET lapsed = lease.charged, accounted_at = $3
       FROM lease WHERE l.lease_id = lease.lease_id
     ), counter AS (
       UPDATE gateway_limit_counters c SET lapsed = c.lapsed - lease.lapsed + lease.charged
       FROM lease WHERE c.counter_id = lease.counter_id AND c.unit <> 'calls'
     )
     SELECT coalesce((SELECT charged FROM lease), (SELECT lapsed FROM gateway_limit_leases WHERE lease_id = $1)) AS charged`,
    [leaseId, settled + reserved, now],
  );
  return { charged: Number(rows[0]?.charged ?? 0n) };
}

async function endIfExpired(client: Queryable, leaseId: string, now: Date): Promise<boolean> {
  await lockLease(client, leaseId);
  const { rows } = await client.query<{ counterId: string; lapsed: bigint }>(
    `UPDATE gateway_limit_leases SET lapsed = held, held = 0, ended_at = $2
     WHERE lease_id = $1 AND ended_at IS NULL AND expires_at <= $2
     RETURNING counter_id AS "counterId", lapsed`,
    [leaseId, now],
  );
  const lease = rows[0];
  if (lease === undefined) return false;
  await client.query(
    `UPDATE gateway_limit_counters SET leased = leased - $2,
       lapsed = lapsed + CASE WHEN unit = 'calls' THEN 0 ELSE $2 END
     WHERE counter_id = $1`,
    [lease.counterId, lease.lapsed],
  );
  return true;
}
