import { RUN_STATES } from '../../domain/reports/report-run.ts';
import type { OperatorRun, OperatorRunStore } from '../../store/reports/operator-run-store.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { idOption, withPurpose, oneOf, optional } from './options.ts';

/** The ports of the run commands. */
export interface RunCommandPorts {
  readonly runs: OperatorRunStore;
}

/**
 * Commands that show the runs of reports, by `<noun> <verb>`. They read only rows of Postgres, so they work without a
 * worker.
 */
export const RUN_COMMANDS: Readonly<Record<string, Command<RunCommandPorts>>> = {
  'run list': defineCommand({
    summary: 'lists runs, newest first: attempts, last error, next attempt',
    options: {
      state: withPurpose('by default, all states that are not final', optional(oneOf(RUN_STATES))),
      workspace: optional(idOption('workspace')),
      report: optional(idOption('report')),
    },
    run: async ({ runs }, { state, workspace, report }) =>
      (await runs.runs({ state, workspaceId: workspace, reportId: report })).map(runRow),
  }),
};

function runRow(run: OperatorRun): CommandRow {
  return {
    report: run.report,
    workspace: run.workspace,
    initiator: run.initiator,
    state: run.state,
    attempt: String(run.attempt),
    created_at: run.createdAt.toISOString(),
    ...(run.finishedAt && { finished_at: run.finishedAt.toISOString() }),
    ...(run.lastFailure && {
      last_failure: run.lastFailure.code,
      last_failed_at: run.lastFailure.failedAt.toISOString(),
    }),
    ...(run.nextTryAt && { next_try_at: run.nextTryAt.toISOString() }),
    ...(run.failureCode !== '' && { failure_code: run.failureCode }),
    run_id: run.runId,
    report_id: run.reportId,
    ...(run.occurrenceId !== undefined && { occurrence_id: run.occurrenceId }),
  };
}
