import type pg from 'pg';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { withholdUser } from '../../contracts/insight/withhold-user.ts';
import { reportDigest } from '../../contracts/reports/report-digest.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { isSettled, type RunState } from '../../domain/reports/report-run.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { createRunTransitions } from './run-transitions.ts';

/** A user of a workspace. */
interface UserOfWorkspace {
  readonly workspaceId: string;
  readonly user: string;
}

/** The numbers of stored documents from which a user was removed. */
export interface ErasedReports {
  readonly views: number;
  readonly runs: number;
}

/**
 * Removes a user from the saved views, the runs and the answers of reports of a workspace, and from the stored first
 * answers of idempotent writes. A choice of users that names the user is withheld: such a question cannot be asked any
 * more, and an unsettled run of it is cancelled. An answer that names the user is replaced by its form without values
 * of dimensions. Call it when no read of earlier facts is left. After an interruption, call it again.
 */
export async function eraseUserFromReports(pool: pg.Pool, clock: Clock, of: UserOfWorkspace): Promise<ErasedReports> {
  // Views first: afterwards, no new run has the user in its question.
  const views = await withholdInViews(pool, clock.now(), of);
  await cancelRuns(pool, clock, of);
  const { rows } = await pool.query<{ run_id: string }>(
    `SELECT run_id FROM report_runs
     WHERE workspace_id = $1 AND (question ? 'dimension_filter' OR group_count_without_dimensions IS NOT NULL)
     ORDER BY run_id`,
    [of.workspaceId],
  );
  let runs = 0;
  for (const { run_id: runId } of rows) if (await eraseFromRun(pool, runId, of.user)) runs += 1;
  await withholdInFirstAnswers(pool, of);
  return { views, runs };
}

/** Withholds the user in saved views, also in deleted ones, whose rows stay. Returns the number of views. */
async function withholdInViews(pool: pg.Pool, now: Date, { workspaceId, user }: UserOfWorkspace): Promise<number> {
  const { rows } = await pool.query<{ saved_view_id: string; revision: bigint; query: unknown }>(
    `SELECT saved_view_id, revision, query FROM saved_views WHERE workspace_id = $1 AND query ? 'dimension_filter'
     ORDER BY saved_view_id`,
    [workspaceId],
  );
  let views = 0;
  let missed = 0;
  for (const { saved_view_id: id, revision, query } of rows) {
    const withheld = withholdUser(query, user);
    if (withheld === query) continue;
    const { rowCount } = await pool.query(
      `UPDATE saved_views SET query = $3, updated_at = $4, revision = revision + 1, question_revision = revision + 1,
         question_known_at = revision + 1
       WHERE saved_view_id = $1 AND revision = $2`,
      [id, revision, JSON.stringify(withheld), now],
    );
    if (rowCount === 1) views += 1;
    else missed += 1;
  }
  // A concurrent edit of a view may have named the user again.
  return missed === 0 ? views : views + (await withholdInViews(pool, now, { workspaceId, user }));
}

/** Cancels the unsettled runs whose question names the user, because it cannot be asked any more. */
async function cancelRuns(pool: pg.Pool, clock: Clock, { workspaceId, user }: UserOfWorkspace): Promise<void> {
  const { rows } = await pool.query<{ run_id: string; state: RunState; question: unknown }>(
    `SELECT run_id, state, question FROM report_runs WHERE workspace_id = $1 AND question ? 'dimension_filter'
     ORDER BY run_id`,
    [workspaceId],
  );
  const transitions = createRunTransitions(pool, clock);
  for (const { run_id: runId, state, question } of rows)
    if (!isSettled(state) && withholdUser(question, user) !== question) await transitions.cancel(runId);
}

interface RunRow {
  question: unknown;
  window_from: Date;
  window_to: Date;
  view_revision: bigint;
  artifact_salt: string | null;
}

interface AnswerRow {
  answer: string;
  answer_without_dimensions: string | null;
}

/**
 * Removes the user from the question and the answer of a run, and computes the digest of both again. Returns false if
 * the run does not name the user.
 */
function eraseFromRun(pool: pg.Pool, runId: string, user: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const run = await lockRun(client, runId);
    if (run === undefined) return false;
    const { rows } = await client.query<AnswerRow>(
      'SELECT answer, answer_without_dimensions FROM report_answers WHERE run_id = $1',
      [runId],
    );
    const stored = rows[0];
    const reduced = stored?.answer_without_dimensions ?? undefined;
    const isNamed = stored !== undefined && namesUser(JSON.parse(stored.answer) as InsightAnswer, user);
    const question = withholdUser(run.question, user);
    if (question === run.question && !isNamed) return false;
    if (isNamed) await replaceAnswer(client, runId);
    const answer = isNamed ? reduced : stored?.answer;
    await client.query('UPDATE report_runs SET question = $2 WHERE run_id = $1', [runId, JSON.stringify(question)]);
    if (answer !== undefined) await renewDigest(client, runId, { ...run, question }, JSON.parse(answer));
    return true;
  });
}

async function lockRun(client: Queryable, runId: string): Promise<RunRow | undefined> {
  const { rows } = await client.query<RunRow>(
    `SELECT question, window_from, window_to, view_revision, artifact_salt FROM report_runs
     WHERE run_id = $1 FOR UPDATE`,
    [runId],
  );
  return rows[0];
}

function namesUser({ groups = [] }: InsightAnswer, user: string): boolean {
  return groups.some(({ dimension }) => dimension?.name === 'user' && dimension.value === user);
}

/** Replaces the stored answer of a run, and its sizes, with its form without values of dimensions. */
async function replaceAnswer(client: Queryable, runId: string): Promise<void> {
  await client.query(
    'UPDATE report_answers SET answer = answer_without_dimensions, answer_without_dimensions = NULL WHERE run_id = $1',
    [runId],
  );
  await client.query(
    `UPDATE report_runs SET group_count = group_count_without_dimensions, byte_count = byte_count_without_dimensions,
       redacted_byte_count = redacted_byte_count_without_dimensions, group_count_without_dimensions = NULL,
       byte_count_without_dimensions = NULL, redacted_byte_count_without_dimensions = NULL
     WHERE run_id = $1`,
    [runId],
  );
}

async function renewDigest(client: Queryable, runId: string, run: RunRow, answer: unknown): Promise<void> {
  const { question, window_from: from, window_to: to, view_revision: viewRevision, artifact_salt: salt } = run;
  const digest = reportDigest({
    question,
    window: { from, to },
    viewRevision: viewRevision.toString(),
    answer,
    ...(salt !== null && { artifactSalt: salt }),
  });
  await client.query('UPDATE report_runs SET artifact_digest = $2 WHERE run_id = $1', [runId, digest]);
}

/** Withholds the user in the first answers of idempotent writes, which contain views and runs. */
async function withholdInFirstAnswers(pool: pg.Pool, { workspaceId, user }: UserOfWorkspace): Promise<void> {
  const { rows } = await pool.query<{ subject_id: string; key: string; document: unknown }>(
    `SELECT subject_id, key, document FROM idempotency_keys
     WHERE workspace_id = $1 AND document::text LIKE '%"dimension_filter"%' ORDER BY subject_id, key`,
    [workspaceId],
  );
  for (const { subject_id: subjectId, key, document } of rows) {
    const withheld = withholdUser(document, user);
    if (withheld === document) continue;
    await pool.query(
      'UPDATE idempotency_keys SET document = $4 WHERE workspace_id = $1 AND subject_id = $2 AND key = $3',
      [workspaceId, subjectId, key, JSON.stringify(withheld)],
    );
  }
}
