import type pg from 'pg';
import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { JudgeVote } from '../../domain/judges/methods/scoring-ending.ts';
import type { ScoringWork } from '../../domain/judges/work/judge-traffic.ts';
import type { PaidCallState } from '../../domain/spending/paid-call.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/** A call of a scoring; each seat has one. */
export interface ScoringCall {
  readonly callId: string;
  readonly seat: number;
  readonly state: PaidCallState;
  readonly attempt: number;
  readonly fault: string;
  readonly isFinal: boolean;
}

/** A request that an evaluator has accepted for scoring. */
export interface Scoring {
  readonly scoringId: string;
  readonly evaluatorId: string;
  readonly request: OutcomeRequest;
  readonly promptSha: string;
  readonly state: 'open' | 'judged' | 'failed';
  /** The failure code; empty unless the scoring failed. */
  readonly failureCode: string;
  /** The verdict; null unless the request was judged. */
  readonly verdict: JudgeVote | null;
  readonly isSplit: boolean | null;
  readonly calls: readonly ScoringCall[];
}

/** The requests that an evaluator found between two arrival sequences. */
export interface SearchedRange {
  readonly from: bigint;
  readonly through: bigint;
  readonly promptSha: string;
  readonly requests: readonly OutcomeRequest[];
}

/** The requests that evaluators score; each evaluator scores a request only once. */
export interface JudgeScoringStore {
  /** The arrival sequence up to which an evaluator has read; 0 if it has not read anything. */
  readThrough(evaluatorId: string): Promise<bigint>;
  /** The arrival sequence up to which everything was loaded into ClickHouse at an instant. */
  loadedAt(instant: Date): Promise<bigint>;
  /**
   * Accepts requests and advances the evaluator's position. It does neither if another process has advanced the
   * position meanwhile.
   */
  enqueue(evaluatorId: string, looked: SearchedRange): Promise<void>;
  /** The waiting work that is due, longest waiting first. */
  due(max: number): Promise<ScoringWork[]>;
  find(scoringId: string): Promise<Scoring | undefined>;
  /**
   * Ends a scoring that needs no further call. A scoring that has ended, or has a call in flight, is left unchanged.
   */
  fail(scoringId: string, code: string): Promise<void>;
}

/** The number of newest batches to check: far more than half a minute of batches. */
const NEWEST_BATCHES = 1_000;

const CALLS = `coalesce((SELECT json_agg(json_build_object(
      'callId', c.call_id, 'seat', c.seat, 'state', c.state, 'attempt', c.attempt, 'fault', c.fault,
      'isFinal', c.is_final) ORDER BY c.seat)
    FROM judge_calls c WHERE c.scoring_id = s.scoring_id), '[]')`;

export function createJudgeScoringStore(pool: pg.Pool, clock: Clock): JudgeScoringStore {
  return {
    async readThrough(evaluatorId) {
      const { rows } = await pool.query<{ through: bigint }>(
        'SELECT read_through AS through FROM judge_reading WHERE evaluator_id = $1',
        [evaluatorId],
      );
      return rows[0]?.through ?? 0n;
    },

    async loadedAt(instant) {
      const { rows } = await pool.query<{ through: bigint }>(
        `SELECT least(
           (SELECT last_seq + 1 FROM ingest_arrival),
           (SELECT min(first_seq) FROM ingest_batches WHERE loaded_at IS NULL),
           (SELECT min(first_seq) FROM (
             SELECT first_seq, loaded_at FROM ingest_batches ORDER BY batch_id DESC LIMIT ${NEWEST_BATCHES}) newest
            WHERE loaded_at > $1)) - 1 AS through`,
        [instant],
      );
      return requireRow(rows).through;
    },

    async enqueue(evaluatorId, { from, through, promptSha, requests }) {
      const now = clock.now();
      await inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `INSERT INTO judge_reading (evaluator_id, read_through) VALUES ($1, $2)
           ON CONFLICT (evaluator_id) DO UPDATE SET read_through = EXCLUDED.read_through
             WHERE judge_reading.read_through = $3`,
          [evaluatorId, through, from],
        );
        if (rowCount === 0) return;
        await client.query(
          `INSERT INTO judge_scorings (scoring_id, evaluator_id, workspace_id, logical_request_id, request, prompt_sha, taken_at, due_at)
           SELECT t.scoring_id, $1, t.request::jsonb #>> '{scope,workspace_id}', t.request::jsonb ->> 'logical_request_id',
             t.request::jsonb, $2, $3, $3
           FROM unnest($4::text[], $5::text[]) AS t (scoring_id, request)
           ON CONFLICT ON CONSTRAINT judge_scoring_once DO NOTHING`,
          [
            ...[evaluatorId, promptSha, now],
            requests.map(() => newId('judgeScoring')),
            requests.map((request) => JSON.stringify(request)),
          ],
        );
      });
    },

    async due(max) {
      const { rows } = await pool.query<ScoringWork>(
        `SELECT scoring_id AS "scoringId", evaluator_id AS "evaluatorId" FROM judge_scorings
         WHERE state = 'open' AND due_at <= $1 ORDER BY due_at, scoring_id LIMIT $2`,
        [clock.now(), max],
      );
      return rows;
    },

    async find(scoringId) {
      const { rows } = await pool.query<Scoring>(
        `SELECT s.scoring_id AS "scoringId", s.evaluator_id AS "evaluatorId", s.request, s.prompt_sha AS "promptSha", s.state,
           s.failure_code AS "failureCode", s.verdict, s.is_split AS "isSplit", ${CALLS} AS calls
         FROM judge_scorings s WHERE s.scoring_id = $1`,
        [scoringId],
      );
      return rows[0];
    },

    async fail(scoringId, code) {
      await pool.query(
        `UPDATE judge_scorings s SET state = 'failed', failure_code = $2, ended_at = $3
         WHERE s.scoring_id = $1 AND s.state = 'open'
           AND NOT EXISTS (SELECT FROM judge_calls c WHERE c.scoring_id = s.scoring_id AND c.state = 'reserved')`,
        [scoringId, code, clock.now()],
      );
    },
  };
}
