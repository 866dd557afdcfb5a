import type pg from 'pg';
import { MAX_COUNTED_FAILURES } from '../../contracts/judges/judge-failures.ts';
import type { JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';

/** A request for which a judge was called and gave no verdict. */
export interface FailedScoring {
  readonly scoringId: string;
  readonly workspaceId: string;
  readonly requestId: string;
  readonly admittedAt: Date;
  readonly endedAt: Date;
  readonly code: string;
  /** The seats that gave no vote. */
  readonly seats: readonly { readonly seat: number; readonly model: string; readonly code: string }[];
}

/**
 * Reads the reasons why judges of this deployment gave no verdict. Failures before the retention horizon of their
 * workspace are omitted.
 */
export interface JudgeFailureReader {
  /** The frequency of each code among the newest failures, most frequent first. */
  codes(subject: JudgeCoordinates): Promise<readonly { readonly code: string; readonly count: number }[]>;
  /** The newest failures, newest first. */
  newest(subject: JudgeCoordinates, limit: number): Promise<readonly FailedScoring[]>;
}

/**
 * The SQL of failed scorings with at least one call: without a call, the judge did not fail. A panel is identified by
 * its method, which names its models.
 */
const FAILED = `SELECT s.scoring_id, s.workspace_id, s.logical_request_id, s.request, s.ended_at, s.failure_code
  FROM judge_scorings s
  WHERE s.state = 'failed' AND s.evaluator_id = $1 AND s.prompt_sha = $2 AND coalesce(s.request ->> 'route_id', '') = $3
    AND EXISTS (
      SELECT FROM judge_calls c WHERE c.scoring_id = s.scoring_id AND c.is_final AND (c.model = $4 OR EXISTS (
        SELECT FROM judge_calls o WHERE o.scoring_id = s.scoring_id AND o.seat > 0)))
    AND NOT EXISTS (SELECT FROM judge_calls c WHERE c.scoring_id = s.scoring_id AND NOT c.is_final)
    AND NOT EXISTS (
      SELECT FROM workspaces w WHERE w.workspace_id = s.workspace_id
        AND w.keeps_from > (s.request ->> 'admitted_at')::timestamptz)
  ORDER BY s.ended_at DESC, s.scoring_id DESC`;

export function createJudgeFailureReader(pool: pg.Pool): JudgeFailureReader {
  const of = ({ judge_id, prompt_sha, segment, model }: JudgeCoordinates): string[] => [
    judge_id,
    prompt_sha,
    segment,
    model,
  ];
  return {
    async codes(subject) {
      const { rows } = await pool.query<{ code: string; count: number }>(
        `SELECT failure_code AS code, count(*)::int AS count FROM (${FAILED} LIMIT ${MAX_COUNTED_FAILURES}) newest
         GROUP BY failure_code ORDER BY count DESC, code`,
        of(subject),
      );
      return rows;
    },

    async newest(subject, limit) {
      const { rows } = await pool.query<FailedScoring>(
        `SELECT f.scoring_id AS "scoringId", f.workspace_id AS "workspaceId", f.logical_request_id AS "requestId",
           (f.request ->> 'admitted_at')::timestamptz AS "admittedAt", f.ended_at AS "endedAt", f.failure_code AS code,
           coalesce((SELECT json_agg(json_build_object('seat', c.seat, 'model', c.model, 'code', c.fault) ORDER BY c.seat)
             FROM judge_calls c WHERE c.scoring_id = f.scoring_id AND c.vote IS NULL), '[]') AS seats
         FROM (${FAILED} LIMIT $5) f ORDER BY f.ended_at DESC, f.scoring_id DESC`,
        [...of(subject), limit],
      );
      return rows;
    },
  };
}
