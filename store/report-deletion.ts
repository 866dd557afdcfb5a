import type { Pool } from 'pg';
import { isForgotten, isSettled, type RunState } from '../domain/report-run.ts';
import { forgetDeadStarts } from './dead-starts.ts';
import { enqueue } from './outbox.ts';
import { inTransaction } from './pool.ts';

/** What became of a report that was deleted. */
export interface ReportDeletion {
  readonly deletedAt: Date;
  /** Without the runs whose retention had ended, whether or not a sweep had come by. */
  readonly runsRemoved: number;
}

/**
 * Removes a report, its runs and their answers for good, and tells Temporal to cancel what was unsettled, in one
 * transaction; undefined when the report is gone already.
 *
 * The row of the report is locked before the rows of its runs, as `createRun` does it, and nobody who holds a run waits
 * for its report: whoever moves a run at the same moment either ends before the lock, and its outcome is removed too, or
 * finds no row after it.
 */
export function deleteReport(pool: Pool, now: Date, reportId: string): Promise<ReportDeletion | undefined> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('select from reports where report_id = $1 for update', [reportId]);
    if (rowCount === 0) return undefined;
    const { rows: runs } = await client.query<{ run_id: string; state: RunState; finished_at: Date | null }>(
      'select run_id, state, finished_at from report_runs where report_id = $1 order by run_id for update',
      [reportId],
    );
    for (const { run_id: workflowId } of runs.filter(({ state }) => !isSettled(state))) {
      await enqueue(client, { kind: 'cancel_report_run', workflowId }, now);
    }
    const runIds = runs.map(({ run_id }) => run_id);
    await forgetDeadStarts(client, runIds);
    await client.query('delete from report_answers where run_id = any($1)', [runIds]);
    await client.query('delete from report_runs where run_id = any($1)', [runIds]);
    await client.query('delete from reports where report_id = $1', [reportId]);
    const remembered = runs.filter(({ finished_at }) => !isForgotten(finished_at ?? undefined, now));
    return { deletedAt: now, runsRemoved: remembered.length };
  });
}
