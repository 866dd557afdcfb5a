import type { WorkflowHandle } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { ARMS } from '../../domain/comparisons/figures/cell.ts';
import { MAX_CALL_TRIES, type CallStatus } from '../../domain/comparisons/run-work.ts';
import type { comparisonRun } from '../../workflows/comparisons/comparison-run.ts';
import type { ComparisonProgress } from '../../workflows/comparisons/comparison-display.ts';
import {
  COMPARISON_RUN_MESSAGES,
  COMPARISON_RUN_WORKFLOW,
  COMPARISON_RUNS_TASK_QUEUE,
} from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { waitForWorkflowEnd } from '../../testing/wait-for-workflow-end.ts';
import { makeComparisonRunInput, createFakeComparison, ENDED, type FakeComparison } from './fake-comparison.ts';
import { eventually, openSkippingServer, readSummaries, type SkippingServer } from './skipping-server.ts';

const HOUR = 3_600;
const LIMITED: CallStatus = { kind: 'put_off', fault: 'rate_limited', afterMs: HOUR * 1_000 };
const DOWN: CallStatus = { kind: 'put_off', fault: 'connection_failed', afterMs: null };

interface Carried {
  readonly server: SkippingServer;
  readonly handle: WorkflowHandle<typeof comparisonRun>;
  readonly progress: () => Promise<ComparisonProgress>;
}

async function carry({ activities }: FakeComparison): Promise<Carried> {
  const server = await openSkippingServer(COMPARISON_RUNS_TASK_QUEUE, activities);
  const input = makeComparisonRunInput();
  const handle = await server.client.workflow.start<typeof comparisonRun>(COMPARISON_RUN_WORKFLOW, {
    taskQueue: COMPARISON_RUNS_TASK_QUEUE,
    workflowId: input.runId,
    args: [input],
  });
  return { server, handle, progress: () => handle.query<ComparisonProgress>(COMPARISON_RUN_MESSAGES.progress) };
}

const detailsOf = async (handle: WorkflowHandle): Promise<string> =>
  (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;

describe('a comparison run', () => {
  it('begins twenty concurrent calls on a connection, of which ten wait for it, with the arms of a case together', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let out = 0;
    let max = 0;
    const run = createFakeComparison(15, async () => {
      max = Math.max(max, (out += 1));
      await held;
      out -= 1;
      return ENDED;
    });
    const { handle } = await carry(run);
    await eventually(() => out).toBe(20);
    release();
    expect(await handle.result()).toEqual({ state: 'complete', failure_code: '' });
    expect(max).toBe(20);
    expect(new Set(run.begun.slice(0, 20))).toEqual(
      new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((position) => ARMS.map((arm) => `comparison ${position} ${arm}`))),
    );
    expect(new Set(run.begun).size).toBe(30);
  });

  it('waits with its complete connection for the time that a limiting provider states: an hour', async () => {
    let isLimited = true;
    const run = createFakeComparison(20, () => (isLimited ? LIMITED : ENDED));
    const { server, handle, progress } = await carry(run);
    await eventually(() => run.begun.length).toBe(20);
    await eventually(async () => (await progress()).waiting).toMatch(/^rate_limited at conn_comparison, until /);
    await server.pass(HOUR - 1);
    expect(run.begun).toHaveLength(20);
    isLimited = false;
    await server.pass(1);
    expect(await handle.result()).toEqual({ state: 'complete', failure_code: '' });
    expect(run.begun).toHaveLength(60);
    expect(await readSummaries(handle)).toContain('rate_limited: the provider requires a pause of 3600 s');
  });

  it('gives an unavailable judge eight attempts, and continues afterwards', async () => {
    const tries: boolean[] = [];
    const run = createFakeComparison(
      1,
      ({ arm, isLastTry }, purpose) => {
        if (purpose === 'comparison' || arm === 'candidate') return ENDED;
        tries.push(isLastTry);
        return isLastTry ? { kind: 'ended', code: 'judge_unavailable', spentPercent: 40 } : DOWN;
      },
      true,
    );
    const { server, handle } = await carry(run);
    for (const [index, seconds] of [2, 4, 8, 16, 32, 64, 128].entries()) {
      await eventually(() => tries.length).toBe(index + 1);
      await eventually(
        async () => (await readSummaries(handle)).filter((text) => text.startsWith('connection_failed')).length,
      ).toBe(index + 1);
      await server.pass(seconds);
    }
    expect(await handle.result()).toEqual({ state: 'complete', failure_code: '' });
    expect(tries).toEqual([...Array<boolean>(MAX_CALL_TRIES - 1).fill(false), true]);
    expect(await detailsOf(handle)).toBe(
      [
        '- **State:** complete',
        '- **Calls:** 2 of 2 verdicts',
        '- **Without a result:** judge_unavailable 1',
        '- **Spent:** 0 % of the ceiling of `' + handle.workflowId + '`',
      ].join('\n'),
    );
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCause)).toEqual(['judge_unavailable']);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState)).toBe('complete');
  });

  it('retries calls refused by a ceiling, one by one at the end', async () => {
    const company: boolean[] = [];
    const run = createFakeComparison(1, ({ hasCompany }) => {
      company.push(hasCompany);
      return hasCompany ? { kind: 'no_room' } : ENDED;
    });
    const { handle } = await carry(run);
    expect(await handle.result()).toEqual({ state: 'complete', failure_code: '' });
    expect(company.filter((one) => !one)).toHaveLength(2);
  });

  it('retries if its connection was busy, and states the reason of the wait', async () => {
    let asked = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const run = createFakeComparison(1, async ({ arm }) => {
      if (arm === 'baseline' && (asked += 1) === 1) return { kind: 'busy' };
      await held;
      return ENDED;
    });
    const { handle, progress } = await carry(run);
    await eventually(() => asked).toBe(2);
    expect((await progress()).waiting).toBe('other calls at conn_comparison');
    release();
    expect(await handle.result()).toEqual({ state: 'complete', failure_code: '' });
    expect([...run.begun].sort()).toEqual(['comparison 0 baseline', 'comparison 0 baseline', 'comparison 0 candidate']);
  });

  it('retries after a worker was lost for a day', async () => {
    let isLost = true;
    const run = createFakeComparison(1, ({ arm }) => (isLost && arm === 'baseline' ? 'never' : ENDED));
    const { server, handle } = await carry(run);
    await eventually(() => run.begun.length).toBe(2);
    isLost = false;
    await server.pass(86_400);
    expect(await handle.result()).toEqual({ state: 'complete', failure_code: '' });
    expect(run.begun.filter((name) => name === 'comparison 0 candidate')).toHaveLength(1);
  });
});

describe('a cancelled comparison run', () => {
  it('begins no other call while its arms run, lets calls in flight end, and is abandoned', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const run = createFakeComparison(20, async () => {
      await held;
      return ENDED;
    });
    const { handle } = await carry(run);
    await eventually(() => run.begun.length).toBe(20);
    await handle.cancel();
    // The row shows which of them wait for a connection.
    await eventually(() => run.row.isStopping).toBe(true);
    expect(run.row.state).toBe('arms_running');
    release();
    expect(await waitForWorkflowEnd(handle)).toMatchObject({ status: 'CANCELLED' });
    expect(run.begun).toHaveLength(20);
    expect(run.row).toEqual({ state: 'abandoned', failureCode: 'comparison_canceled', isStopping: false });
  });

  it('is abandoned immediately while it waits for a provider', async () => {
    const run = createFakeComparison(2, () => LIMITED);
    const { handle } = await carry(run);
    await eventually(
      async () => (await readSummaries(handle)).filter((text) => text.startsWith('rate_limited')).length,
    ).toBe(4);
    await handle.cancel();
    expect(await waitForWorkflowEnd(handle)).toMatchObject({ status: 'CANCELLED' });
    expect(run.row.state).toBe('abandoned');
  });

  it('keeps its answers while it is scored', async () => {
    const run = createFakeComparison(1, (_, purpose) => (purpose === 'judge' ? LIMITED : ENDED), true);
    const { handle } = await carry(run);
    await eventually(() => run.begun.length).toBe(4);
    await handle.cancel();
    expect(await waitForWorkflowEnd(handle)).toMatchObject({ status: 'CANCELLED' });
    expect(run.row.state).toBe('abandoned');
  });

  it('by its row, before Temporal gets the signal, is abandoned and ends as cancelled', async () => {
    const run = createFakeComparison(20, () => {
      run.row.isStopping = true;
      return ENDED;
    });
    const { handle } = await carry(run);
    expect(await waitForWorkflowEnd(handle)).toMatchObject({ status: 'CANCELLED' });
    expect(run.row.state).toBe('abandoned');
    expect(run.begun.length).toBeLessThanOrEqual(20);
  });

  it('before its beginning is abandoned', async () => {
    const run = createFakeComparison(2, () => ENDED);
    run.row.isStopping = true;
    const { handle } = await carry(run);
    expect(await waitForWorkflowEnd(handle)).toMatchObject({ status: 'CANCELLED' });
    expect(run.begun).toEqual([]);
    expect(run.row.state).toBe('abandoned');
  });
});
