import type pg from 'pg';
import type { Arm } from '../../domain/comparisons/figures/cell.ts';
import type { VerdictOutcome, VerdictSource } from '../../domain/comparisons/verdict.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/** The row of a verdict, with the beginning of the answer that it is about. */
export interface ComparisonVerdictRow {
  verdict_id: string;
  run_id: string;
  case_id: string;
  version: bigint;
  arm: Arm;
  source: VerdictSource;
  outcome: VerdictOutcome;
  reason_code: string;
  rationale: string;
  subject_id: string | null;
  in_force: boolean;
  /** The beginning of the answer; null if there is no answer. */
  answer: string | null;
  is_whole: boolean | null;
  created_at: Date;
}

/** The verdict of a person on an answer. */
export interface HumanVerdict {
  readonly runId: string;
  readonly caseId: string;
  readonly arm: Arm;
  readonly outcome: 'pass' | 'fail';
  readonly rationale: string;
  readonly subjectId: string;
}

export interface ComparisonVerdictStore {
  /** The verdicts of a run, newest first, at most `limit`. */
  listVerdicts(page: { runId: string; limit: number; after: PageKey | undefined }): Promise<ComparisonVerdictRow[]>;
  /**
   * Adds a person's verdict to the existing ones. It waits for a decision in progress.
   *
   * @throws Refusal `comparison_evidence_incomplete` if there is no answer to judge
   */
  review(verdict: HumanVerdict): Promise<ComparisonVerdictRow>;
}

/** The query of verdicts. It reads 8,192 characters of an answer, as many as a document shows. */
const VERDICTS = `SELECT v.verdict_id, v.run_id, l.case_id, l.version, v.arm, v.source, v.outcome, v.reason_code, v.rationale,
    v.subject_id, v.created_at, left(l.answer, 8192) AS answer, length(l.answer) <= 8192 AS is_whole,
    v.verdict_id = (
      SELECT d.verdict_id FROM comparison_verdicts d
      WHERE d.run_id = v.run_id AND d.position = v.position AND d.arm = v.arm
      ORDER BY (d.source = 'human') DESC, d.created_at DESC, d.verdict_id DESC LIMIT 1) AS in_force
  FROM comparison_verdicts v
  JOIN comparison_cells l ON l.run_id = v.run_id AND l.position = v.position AND l.arm = v.arm`;

export function createComparisonVerdictStore(pool: pg.Pool, clock: Clock): ComparisonVerdictStore {
  return {
    async listVerdicts({ runId, limit, after }) {
      const { rows } = await pool.query<ComparisonVerdictRow>(
        `${VERDICTS} WHERE v.run_id = $1 AND (v.created_at, v.verdict_id) < ($2, $3)
         ORDER BY v.created_at DESC, v.verdict_id DESC LIMIT $4`,
        [runId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows;
    },

    review: (verdict) =>
      inTransaction(pool, async (client) => {
        await lockRun(client, verdict.runId);
        const position = await answeredCell(client, verdict);
        const verdictId = newId('comparisonVerdict');
        await client.query(
          `INSERT INTO comparison_verdicts
             (verdict_id, run_id, position, arm, source, outcome, rationale, subject_id, created_at)
           VALUES ($1, $2, $3, $4, 'human', $5, $6, $7, $8)`,
          [
            ...[verdictId, verdict.runId, position, verdict.arm, verdict.outcome, verdict.rationale, verdict.subjectId],
            clock.now(),
          ],
        );
        const { rows } = await client.query<ComparisonVerdictRow>(`${VERDICTS} WHERE v.verdict_id = $1`, [verdictId]);
        return requireRow(rows);
      }),
  };
}

/** Locks a run, so that its evidence does not change until the transaction ends. */
export async function lockRun(client: Queryable, runId: string): Promise<void> {
  await client.query('SELECT run_id FROM comparison_runs WHERE run_id = $1 FOR NO KEY UPDATE', [runId]);
}

async function answeredCell(client: Queryable, { runId, caseId, arm }: HumanVerdict): Promise<number> {
  const { rows } = await client.query<{ position: number; has_answer: boolean }>(
    `SELECT position, answer IS NOT NULL AS has_answer FROM comparison_cells
     WHERE run_id = $1 AND case_id = $2 AND arm = $3`,
    [runId, caseId, arm],
  );
  const cell = requireRow(rows);
  if (cell.has_answer) return cell.position;
  throw new Refusal(
    'comparison_evidence_incomplete',
    'This arm has no answer to this case, so there is nothing to review. Choose another case or arm.',
  );
}
