import type pg from 'pg';
import { PAID_CALL_STATES, type PaidCallState } from '../../domain/spending/paid-call.ts';
import type { JudgeVote } from '../../domain/judges/methods/scoring-ending.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { lowestIdAt } from '../postgres/new-id.ts';
import { requireRow } from '../postgres/require-row.ts';

const HOUR_MS = 3_600_000;
/**
 * The maximum age of a call's id when the call is settled. A call gets its id at its first attempt. It is retried for
 * two hours if it costs nothing, or longer if its provider asks for it.
 */
const MAX_CALL_MS = 26 * HOUR_MS;

/** The ways in which a scoring ends. */
export type ScoringEnd = JudgeVote | 'over_cap' | 'failed';

/** The states of an ended call. */
const CALL_ENDS = PAID_CALL_STATES.filter((state) => state !== 'reserved');

/** The requests of one evaluator with one end, within the last hour. */
export interface ScoredRequests {
  readonly evaluatorId: string;
  readonly end: ScoringEnd;
  readonly count: number;
  /** The number of these requests on which the panel members disagreed. */
  readonly split: number;
}

/** The figures of judges at work for operators. */
export interface JudgeGauges {
  /** The number of requests that wait to be scored, and the age of the oldest in seconds. */
  waiting(): Promise<{ readonly count: number; readonly oldestSeconds: number }>;
  /** The counts by evaluator and end; combinations without requests are absent. */
  scoredLastHour(): Promise<readonly ScoredRequests[]>;
  /** The number of calls that ended within the last hour, for every state of an ended call. */
  callsLastHour(): Promise<ReadonlyMap<PaidCallState, number>>;
  /** The nano-USD of the current UTC day, by evaluator; evaluators that called no model are absent. */
  spentToday(): Promise<ReadonlyMap<string, { readonly reserved: bigint; readonly settled: bigint }>>;
}

/** Creates the store. Each query reads only unfinished or recent work. */
export function createJudgeGauges(pool: pg.Pool, clock: Clock): JudgeGauges {
  const hourAgo = (): Date => new Date(clock.now().getTime() - HOUR_MS);
  return {
    async waiting() {
      const { rows } = await pool.query<{ count: number; first: Date | null }>(
        `SELECT count(*)::int AS count, min(taken_at) AS first FROM judge_scorings WHERE state = 'open'`,
      );
      const { count, first } = requireRow(rows);
      const waited = first === null ? 0 : clock.now().getTime() - first.getTime();
      return { count, oldestSeconds: Math.max(0, waited / 1_000) };
    },

    async scoredLastHour() {
      const { rows } = await pool.query<ScoredRequests>(
        `SELECT evaluator_id AS "evaluatorId",
           coalesce(verdict, CASE WHEN failure_code = 'daily_cap_reached' THEN 'over_cap' ELSE 'failed' END) AS "end",
           count(*)::int AS count, count(*) FILTER (WHERE is_split)::int AS split
         FROM judge_scorings WHERE ended_at > $1 GROUP BY 1, 2 ORDER BY 1, 2`,
        [hourAgo()],
      );
      return rows;
    },

    async callsLastHour() {
      const { rows } = await pool.query<{ state: PaidCallState; count: number }>(
        `SELECT state, count(*)::int AS count FROM judge_calls WHERE call_id > $1 AND settled_at > $2 GROUP BY state`,
        [lowestIdAt('judgeCall', new Date(clock.now().getTime() - MAX_CALL_MS)), hourAgo()],
      );
      return new Map(CALL_ENDS.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0]));
    },

    async spentToday() {
      const { rows } = await pool.query<{ evaluatorId: string; reserved: string; settled: string }>(
        `SELECT evaluator_id AS "evaluatorId", reserved_nano_usd AS reserved, settled_nano_usd AS settled FROM judge_spend
         WHERE day = ($1::timestamptz AT TIME ZONE 'UTC')::date`,
        [clock.now()],
      );
      return new Map(
        rows.map(({ evaluatorId, reserved, settled }) => [
          evaluatorId,
          { reserved: BigInt(reserved), settled: BigInt(settled) },
        ]),
      );
    },
  };
}
