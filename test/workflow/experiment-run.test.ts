import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { cancelOwnWorkflow } from '../../activities/cancel-own-workflow.ts';
import type { ExperimentActivities } from '../../activities/quality/experiments/experiment-activities.ts';
import type { ExperimentOrder } from '../../activities/quality/experiments/experiment-run-ports.ts';
import type { CallStatus } from '../../domain/comparisons/run-work.ts';
import type { ExperimentStatus, ExperimentWork } from '../../domain/quality/experiment-runs/experiment-work.ts';
import { waitForWorkflowEnd } from '../../testing/wait-for-workflow-end.ts';
import {
  COMPARISON_RUNS_TASK_QUEUE,
  EXPERIMENT_RUN_MESSAGES,
  EXPERIMENT_RUN_WORKFLOW,
  type ExperimentRunInput,
} from '../../workflows/public.ts';
import type { experimentRun } from '../../workflows/quality/experiment-run.ts';
import type { ExperimentProgress } from '../../workflows/quality/experiment-display.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { eventually, openSkippingServer, readSummaries, type SkippingServer } from './skipping-server.ts';

const HOUR = 3_600;
const ARMS = ['a', 'b'] as const;
const ENDED: CallStatus = { kind: 'ended', code: '', spentPercent: 7 };
const LIMITED: CallStatus = { kind: 'put_off', fault: 'rate_limited', afterMs: HOUR * 1_000 };

interface FakeExperiment {
  readonly begun: readonly string[];
  readonly activities: ExperimentActivities & { cancelOwnWorkflow: typeof cancelOwnWorkflow };
}

/** The rows of a replay without a database, page by page, with a provider that the test controls. */
function createFakeExperiment(
  pages: number,
  items: number,
  answer: (order: ExperimentOrder, purpose: 'answer' | 'judge') => CallStatus | Promise<CallStatus> = () => ENDED,
): FakeExperiment {
  const begun: string[] = [];
  const done = new Set<string>();
  const row = { state: 'running' as ExperimentStatus['state'], code: '', isStopping: false };
  let page = 0;
  const cellsOf = (which: number) =>
    Array.from({ length: items }, (_, index) => which * items + index).flatMap((position) =>
      ARMS.map((arm) => ({ position, arm })),
    );
  const isDone = (purpose: string, { position, arm }: { position: number; arm: string }): boolean =>
    done.has(`${purpose} ${position} ${arm}`);
  const status = (): ExperimentStatus => ({
    ...row,
    spentPercent: 7,
    cells: pages * items * ARMS.length,
    endedCells: [...done].filter((name) => name.startsWith('judge')).length,
  });
  const work = (purpose: 'answer' | 'judge'): ExperimentWork => ({
    ...status(),
    calls: cellsOf(page)
      .filter((cell) => !isDone(purpose, cell))
      .map((cell) => ({ ...cell, seat: 0, connectionId: `conn_${purpose}` })),
    hasMore: page < pages - 1,
  });
  const call =
    (purpose: 'answer' | 'judge') =>
    async (order: ExperimentOrder): Promise<CallStatus> => {
      if (row.isStopping) return { kind: 'stopped' };
      const name = `${purpose} ${order.position} ${order.arm}`;
      begun.push(name);
      const made = await answer(order, purpose);
      if (made.kind === 'ended') done.add(name);
      return made;
    };
  const end = (state: ExperimentStatus['state'], code: string, verdict: string) => {
    if (row.state === 'running') Object.assign(row, { state, code });
    return Promise.resolve({ ...status(), verdict });
  };
  return {
    begun,
    activities: {
      beginExperimentRun() {
        if (cellsOf(page).every((cell) => isDone('judge', cell)) && page < pages - 1) page += 1;
        return Promise.resolve(work('answer'));
      },
      askExperimentArm: call('answer'),
      listExperimentVerdicts: () => Promise.resolve(work('judge')),
      judgeExperimentCell: call('judge'),
      endExperimentRun: () =>
        row.isStopping ? Promise.resolve({ ...status(), verdict: '' }) : end('complete', '', 'ON_FRONTIER'),
      stopExperimentRun() {
        row.isStopping = true;
        return Promise.resolve();
      },
      abandonExperimentRun: () => end('refused', 'abandoned', ''),
      cancelOwnWorkflow,
    },
  };
}

interface Carried {
  readonly server: SkippingServer;
  readonly handle: WorkflowHandle<typeof experimentRun>;
  readonly progress: () => Promise<ExperimentProgress>;
}

async function carry({ activities }: FakeExperiment): Promise<Carried> {
  const server = await openSkippingServer(COMPARISON_RUNS_TASK_QUEUE, activities);
  const input: ExperimentRunInput = { runId: `qrun_${randomUUID()}`, timeouts: { heartbeatMs: 5_000, callMs: 60_000 } };
  const handle = await server.client.workflow.start<typeof experimentRun>(EXPERIMENT_RUN_WORKFLOW, {
    taskQueue: COMPARISON_RUNS_TASK_QUEUE,
    workflowId: input.runId,
    args: [input],
  });
  return { server, handle, progress: () => handle.query<ExperimentProgress>(EXPERIMENT_RUN_MESSAGES.progress) };
}

const detailsOf = async (handle: WorkflowHandle): Promise<string> =>
  (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;

describe('a run of an experiment', () => {
  it('continues as new after each page, and shows its verdict and its share of the ceiling', async () => {
    const run = createFakeExperiment(3, 2);
    const { server, handle } = await carry(run);
    expect(await handle.result()).toEqual({ state: 'complete', code: '', verdict: 'ON_FRONTIER' });
    expect(new Set(run.begun).size).toBe(24);
    expect(run.begun).toHaveLength(24);
    const last = server.client.workflow.getHandle(handle.workflowId);
    // Each page has the summaries of its own calls alone.
    expect(await detailsOf(last)).toBe(
      `- **State:** complete\n- **Cells:** 12 of 12 ended\n- **Spent:** 7 % of the ceiling of \`${handle.workflowId}\`\n- **Verdict:** ON_FRONTIER`,
    );
    expect(await readSummaries(last)).toEqual(
      expect.arrayContaining([
        'look up the next cells',
        'ask a, item 5',
        'list the verdicts',
        'judge b, item 6',
        'end',
      ]),
    );
  });

  it('waits with its complete connection for the time that a limiting provider states: an hour', async () => {
    let isLimited = true;
    const run = createFakeExperiment(1, 20, () => (isLimited ? LIMITED : ENDED));
    const { server, handle, progress } = await carry(run);
    await eventually(() => run.begun.length).toBe(20);
    await eventually(async () => (await progress()).waiting).toMatch(/^rate_limited at conn_answer, until /);
    await server.pass(HOUR - 1);
    expect(run.begun).toHaveLength(20);
    isLimited = false;
    await server.pass(1);
    expect(await handle.result()).toMatchObject({ state: 'complete' });
  });

  it('counts cells without a verdict by their reason, also in the list of workflows', async () => {
    const run = createFakeExperiment(1, 2, (_order, purpose) =>
      purpose === 'judge' ? { ...ENDED, kind: 'ended', code: 'no_verdict', spentPercent: null } : ENDED,
    );
    const { handle, progress } = await carry(run);
    await handle.result();
    expect(await progress()).toMatchObject({ failures: { no_verdict: 4 }, spentPercent: 7 });
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCause)).toEqual(['no_verdict']);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState)).toBe('complete');
  });

  it('ends its calls in flight after a cancellation, and then its row', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const run = createFakeExperiment(2, 30, async () => {
      await held;
      return ENDED;
    });
    const { handle, progress } = await carry(run);
    await eventually(() => run.begun.length).toBe(20);
    await handle.cancel();
    await eventually(async () => (await readSummaries(handle)).includes('start no further calls')).toBe(true);
    release();
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'CANCELLED' });
    expect(run.begun).toHaveLength(20);
    expect(await progress()).toMatchObject({ state: 'refused', code: 'abandoned' });
  });
});
