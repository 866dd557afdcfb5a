import type pg from 'pg';
import { waitUntil } from '../../../testing/wait-until.ts';
import type { BilledCall } from './billing-provider.ts';
import { MAX_CONCURRENT_CALLERS } from './fire-world.ts';
import type { LoggedRow } from './logged-rows.ts';

/** A lease lapses after 15 s. Its process is accounted for 60 s later, and a worker checks every 15 s. */
const ACCOUNTED_SECONDS = 240;

interface Counter {
  readonly limitId: string;
  readonly node: string;
  readonly unit: 'nano_usd' | 'tokens' | 'requests';
  readonly settled: number;
  readonly lapsed: number;
  /** Unix milliseconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** The data with which limits are compared. */
export interface CountedByLimits {
  readonly rows: readonly LoggedRow[];
  readonly bill: readonly BilledCall[];
  /** The amount of each limit, by its id. */
  readonly caps: ReadonlyMap<string, number>;
}

/** Waits until no lease remains and every dead gateway is accounted for. */
export async function waitUntilAccounted(pool: pg.Pool): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await pool.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM gateway_limit_leases l JOIN gateway_limit_counters c USING (counter_id)
       WHERE c.unit <> 'calls' AND (l.held > 0 OR (l.lapsed > 0 AND l.accounted_at IS NULL))`,
    );
    return rows[0]?.left === 0;
  }, ACCOUNTED_SECONDS);
}

/** The number of processes that counted as dead and then accounted for their leases before a worker did. */
const RETURNS = `
  SELECT count(DISTINCT split_part(holder, '.', 1))::int AS count FROM gateway_limit_leases
  WHERE accounted_at < expires_at + INTERVAL '60 seconds'`;

/**
 * The differences between the counters of limits and the journal. Each counter must equal the exact sum of the calls
 * under it. A process that resumes after it counted as dead is charged the reservations of its calls in flight,
 * although the calls may have cost less.
 */
export async function findLimitFaults(
  pool: pg.Pool,
  { rows, bill, caps }: CountedByLimits,
  report: (line: string) => void,
): Promise<string[]> {
  const { rows: counters } = await pool.query<Counter>(
    `SELECT limit_id AS "limitId", node, unit, settled::float8 AS settled, lapsed::float8 AS lapsed,
       extract(epoch FROM window_from)::float8 * 1000 AS from, extract(epoch FROM window_to)::float8 * 1000 AS to
     FROM gateway_limit_counters WHERE unit <> 'calls' ORDER BY limit_id, window_from`,
  );
  const { rows: returned } = await pool.query<{ count: number }>(RETURNS);
  const maxReturned = MAX_CONCURRENT_CALLERS * (returned[0]?.count ?? 0);
  const billed = new Map(bill.map(({ traceId, nanos }) => [traceId, nanos]));
  return counters.flatMap((counter) => {
    const { limitId, node, unit, settled, lapsed, from, to } = counter;
    const under = rows.filter(
      (row) =>
        row.admittedMs >= from && row.admittedMs < to && (!node.startsWith('key:') || node === `key:${row.keyId}`),
    );
    const counted = settled + lapsed;
    const charged = sumOf(under.map((row) => chargeOf(unit, row)));
    const spare = maxReturned * Math.max(0, ...under.map((row) => reservedOf(unit, row)));
    const paid = sumOf(under.map(({ traceId }) => billed.get(traceId) ?? 0));
    report(
      `${limitId}: ${settled} settled and ${lapsed} for the dead of ${unit}; the journal says ${charged}, ${spare} more at most`,
    );
    const cap = caps.get(limitId) ?? 0;
    return [
      ...(counted > cap ? [`${limitId} counts ${counted} ${unit}, and the limit is ${cap}`] : []),
      ...(counted >= charged && counted <= charged + spare
        ? []
        : [`${limitId} counts ${counted} ${unit}, and the journal says ${charged} (${spare})`]),
      ...(unit === 'nano_usd' && paid > counted ? [`${limitId} counts ${counted}, and ${paid} was billed`] : []),
    ];
  });
}

/** The final charge of a call: the known amount, or the reservation if the amount is an estimate or unknown. */
function chargeOf(unit: Counter['unit'], row: LoggedRow): number {
  if (row.status === 'refused') return 0;
  if (unit === 'requests') return 1;
  const reserved = reservedOf(unit, row);
  const known = unit === 'tokens' ? row.tokens : row.nanos;
  if (row.status === undefined || known === undefined) return reserved;
  return row.isEstimate ? Math.max(known, reserved) : known;
}

function reservedOf(unit: Counter['unit'], row: LoggedRow): number {
  if (unit === 'requests') return 1;
  return unit === 'tokens' ? row.reservedTokens : row.reservedNanos;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
