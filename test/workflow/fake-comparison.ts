import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { cancelOwnWorkflow } from '../../activities/cancel-own-workflow.ts';
import type { ComparisonActivities } from '../../activities/comparisons/comparison-activities.ts';
import type { CallOrder } from '../../activities/comparisons/comparison-ports.ts';
import { ARMS } from '../../domain/comparisons/figures/cell.ts';
import type { ComparisonRunState } from '../../domain/comparisons/comparison-run.ts';
import type { CallStatus, CallWork, ComparisonRunStatus } from '../../domain/comparisons/run-work.ts';
import type { ComparisonRunInput } from '../../workflows/public.ts';

/** A fake provider's response to a call. `never` is a call without a heartbeat. */
export type FakeCall = (
  order: CallOrder,
  purpose: 'comparison' | 'judge',
) => CallStatus | Promise<CallStatus> | 'never';

export interface FakeComparison {
  readonly row: { state: ComparisonRunState; failureCode: string; isStopping: boolean };
  /** The calls that have begun. */
  readonly begun: readonly string[];
  readonly activities: ComparisonActivities;
}

export const ENDED: CallStatus = { kind: 'ended', code: '', spentPercent: 1 };

/** The rows of a comparison run without a database: the same transitions, with a provider that the test controls. */
export function createFakeComparison(cases: number, answer: FakeCall, isJudged = false): FakeComparison {
  const row = { state: 'queued' as ComparisonRunState, failureCode: '', isStopping: false };
  const begun: string[] = [];
  const done = new Set<string>();
  const status = (): ComparisonRunStatus => ({ ...row, spentPercent: 0 });
  const move = (from: ComparisonRunState, to: ComparisonRunState): void => {
    if (row.state === from && !row.isStopping) row.state = to;
  };
  const missing = (purpose: string): CallWork[] =>
    Array.from({ length: cases }, (_, position) =>
      ARMS.map((arm) => ({ position, arm, connectionId: `conn_${purpose}` })),
    )
      .flat()
      .filter(({ position, arm }) => !done.has(`${purpose} ${position} ${arm}`));
  const call =
    (purpose: 'comparison' | 'judge') =>
    async (order: CallOrder): Promise<CallStatus> => {
      if (row.isStopping) return { kind: 'stopped' };
      const name = `${purpose} ${order.position} ${order.arm}`;
      begun.push(name);
      const result = answer(order, purpose);
      if (result === 'never') return Context.current().cancelled;
      const made = await result;
      if (made.kind === 'ended') done.add(name);
      return made;
    };
  const activities: ComparisonActivities = {
    beginComparisonRun() {
      move('queued', 'arms_running');
      return Promise.resolve({ ...status(), cases, calls: missing('comparison'), failures: {} });
    },
    callArm: call('comparison'),
    scoreComparisonRun() {
      if (missing('comparison').length === 0) move('arms_running', 'scoring');
      return Promise.resolve({ ...status(), cases, calls: isJudged ? missing('judge') : [], failures: {} });
    },
    callJudge: call('judge'),
    endComparisonRun() {
      move('scoring', 'complete');
      return Promise.resolve(status());
    },
    stopComparisonRun() {
      row.isStopping = true;
      return Promise.resolve();
    },
    abandonComparisonRun() {
      if (row.state !== 'complete')
        Object.assign(row, { state: 'abandoned', failureCode: 'comparison_canceled', isStopping: false });
      return Promise.resolve(status());
    },
    cancelOwnWorkflow,
  };
  return { row, begun, activities };
}

/** An input with a unique id. */
export function makeComparisonRunInput(): ComparisonRunInput {
  return { runId: `crun_${randomUUID()}`, timeouts: { heartbeatMs: 5_000, callMs: 60_000 } };
}
