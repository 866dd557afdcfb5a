import type pg from 'pg';
import { UNKNOWN_REASONS } from '../../domain/comparisons/verdict.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { lowestIdAt } from '../postgres/new-id.ts';
import { requireRow } from '../postgres/require-row.ts';

const HOUR_MS = 3_600_000;
/**
 * The maximum age of a call's id when the call is settled. A call gets its id at its first attempt, and can be
 * postponed for a day.
 */
const MAX_CALL_MS = 26 * HOUR_MS;

/** The states of a comparison run that has not ended. */
const GOING_ON = ['queued', 'arms_running', 'scoring'] as const;
type GoingOn = (typeof GOING_ON)[number];

/** The unfinished runs in one state. */
export interface UnfinishedRuns {
  readonly count: number;
  /**
   * The longest time, in seconds, since a call of a run began or ended; for a run without calls, since it was queued. 0
   * if there is no run.
   */
  readonly maxStillSeconds: number;
}

/** The figures of all comparison runs for operators. */
export interface ComparisonGauges {
  /** The runs in each open state. */
  runs(): Promise<ReadonlyMap<GoingOn, UnfinishedRuns>>;
  /** The amounts of all workspaces together, in nano-USD. */
  spend(): Promise<{ readonly reserved: bigint; readonly settled: bigint }>;
  /**
   * Figures of the last hour: calls with an unknown effect, and unknown verdicts by reason. Reasons without verdicts
   * are included.
   */
  lastHour(): Promise<{
    readonly unknownEffects: number;
    readonly unknownVerdicts: ReadonlyMap<(typeof UNKNOWN_REASONS)[number], number>;
  }>;
}

/** Creates the store. Each query reads only unfinished or recent work. */
export function createComparisonGauges(pool: pg.Pool, clock: Clock): ComparisonGauges {
  return {
    async runs() {
      const { rows } = await pool.query<{ state: GoingOn; count: number; moved: Date }>(
        `SELECT n.state, count(*)::int AS count, min(coalesce(c.moved, n.queued_at)) AS moved
         FROM comparison_runs n CROSS JOIN LATERAL (
           SELECT greatest(max(reserved_at), max(settled_at)) AS moved FROM comparison_calls WHERE run_id = n.run_id) c
         WHERE n.state IN ('queued', 'arms_running', 'scoring') GROUP BY n.state`,
      );
      const now = clock.now().getTime();
      return new Map(
        GOING_ON.map((state) => {
          const row = rows.find((one) => one.state === state);
          const seconds = row === undefined ? 0 : Math.max(0, (now - row.moved.getTime()) / 1_000);
          return [state, { count: row?.count ?? 0, maxStillSeconds: seconds }];
        }),
      );
    },

    async spend() {
      const { rows } = await pool.query<{ reserved: string; settled: string }>(
        `SELECT coalesce(sum(reserved_nano_usd), 0) AS reserved, coalesce(sum(settled_nano_usd), 0) AS settled
         FROM comparison_budgets`,
      );
      const { reserved, settled } = requireRow(rows);
      return { reserved: BigInt(reserved), settled: BigInt(settled) };
    },

    async lastHour() {
      const now = clock.now().getTime();
      const since = new Date(now - HOUR_MS);
      const calls = await pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM comparison_calls
         WHERE call_id > $1 AND state = 'effect_unknown' AND settled_at > $2`,
        [lowestIdAt('comparisonCall', new Date(now - MAX_CALL_MS)), since],
      );
      const verdicts = await pool.query<{ reason: string; count: number }>(
        `SELECT reason_code AS reason, count(*)::int AS count FROM comparison_verdicts
         WHERE verdict_id > $1 AND created_at > $2 AND outcome = 'unknown' GROUP BY reason_code`,
        [lowestIdAt('comparisonVerdict', new Date(now - 2 * HOUR_MS)), since],
      );
      const countOf = (reason: string): number => verdicts.rows.find((row) => row.reason === reason)?.count ?? 0;
      return {
        unknownEffects: requireRow(calls.rows).count,
        unknownVerdicts: new Map(UNKNOWN_REASONS.map((reason) => [reason, countOf(reason)])),
      };
    },
  };
}
