import { describe, expect, it } from 'vitest';
import { waitForWorkflowEnd } from '../../testing/wait-for-workflow-end.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { createFakeRun } from './fake-run.ts';
import { makeRunInput, openSkippingWorld } from './skipping-world.ts';

/** Temporal's category for expected errors. */
const BENIGN = 1;

const fails = { fails: 'reader_unavailable' } as const;

describe('a report run', () => {
  it('is ready at attempt 5 after four transient failures, with waits of 2, 4, 8 and 16 s as queued', async () => {
    const run = createFakeRun([fails, fails, fails, fails, { answers: 'ready' }]);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    for (const [index, seconds] of [2, 4, 8, 16].entries()) {
      const progress = await world.until(handle, ({ nextTryAt, attempt }) => nextTryAt !== '' && attempt === index + 1);
      expect(progress).toMatchObject({ state: 'queued', attempt: index + 1, failure: 'reader_unavailable' });
      expect(run.row).toEqual({ state: 'queued', attempt: index + 1, failureCode: '' });
      await world.pass(seconds - 1);
      expect(run.row.attempt).toBe(index + 1);
      await world.pass(1);
    }
    expect(await handle.result()).toEqual({ state: 'ready', failure_code: '' });
    expect(run.row.attempt).toBe(5);
    expect(run.statesBefore).toEqual(['queued', 'queued', 'queued', 'queued', 'queued']);
    expect(await world.timers(handle)).toEqual([2, 4, 8, 16]);
    expect((await world.summaries(handle)).filter((summary) => !summary.startsWith('record'))).toEqual([
      'read report, attempt 1 of 5',
      'backoff 2 s before attempt 2 of 5 (reader_unavailable)',
      'read report, attempt 2 of 5',
      'backoff 4 s before attempt 3 of 5 (reader_unavailable)',
      'read report, attempt 3 of 5',
      'backoff 8 s before attempt 4 of 5 (reader_unavailable)',
      'read report, attempt 4 of 5',
      'backoff 16 s before attempt 5 of 5 (reader_unavailable)',
      'read report, attempt 5 of 5',
    ]);
  });

  it('fails with attempts_exhausted after five transient failures, without a fifth wait', async () => {
    const run = createFakeRun([fails, fails, fails, fails, fails]);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    for (const [index, seconds] of [2, 4, 8, 16].entries()) {
      await world.until(handle, ({ nextTryAt, attempt }) => nextTryAt !== '' && attempt === index + 1);
      await world.pass(seconds);
    }
    const cause = { code: 'reader_unavailable', part: 'ClickHouse', why: 'ECONNREFUSED' };
    expect(await waitForWorkflowEnd(handle)).toEqual({
      status: 'FAILED',
      type: 'attempts_exhausted',
      message: 'attempts_exhausted: 5 attempts failed, the last one with reader_unavailable (ClickHouse: ECONNREFUSED)',
      details: [{ state: 'failed', failure_code: 'attempts_exhausted', cause }],
    });
    expect(await world.details(handle)).toBe(
      [
        '- **State:** failed',
        '- **Attempts:** 5 of 5',
        '- **Failure:** attempts_exhausted',
        '- **Last try:** reader_unavailable (ClickHouse: ECONNREFUSED)',
      ].join('\n'),
    );
    expect(run.row.attempt).toBe(5);
    expect(await world.timers(handle)).toEqual([2, 4, 8, 16]);
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState)).toBe('failed');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCode)).toBe('attempts_exhausted');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCause)).toEqual(['reader_unavailable', 'ClickHouse']);
  });

  it.each([
    'scope_unavailable',
    'output_cap_exceeded',
    'read_context_expired',
    'metric_version_unknown',
    'validation_failed',
    'scope_required',
    'budget_exceeded',
    'coverage_unknown',
  ])('ends at attempt 1 if it is refused with %s', async (code) => {
    const run = createFakeRun([{ refused: code }]);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    expect(await waitForWorkflowEnd(handle)).toEqual({
      status: 'FAILED',
      type: code,
      message: `${code}: refused permanently at attempt 1 of 5`,
      details: [{ state: 'failed', failure_code: code }],
    });
    expect(run.row.attempt).toBe(1);
    expect(await world.timers(handle)).toEqual([]);
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCode)).toBe(code);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCause)).toBeUndefined();
  });

  it.each([
    ['is found by it if names are plain', [{ key: SEARCH_ATTRIBUTES.reportName, value: 'Weekly' }], true],
    ['is not found by it if names are encrypted', [], false],
  ])('that is refused has the sentence for its owner, and %s', async (_, attributes, isFound) => {
    const detail = 'The answer has 1009 groups, and a report has at most 1000.';
    const run = createFakeRun([{ refused: 'output_cap_exceeded', detail }]);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput(), attributes);
    expect(await waitForWorkflowEnd(handle)).toEqual({
      status: 'FAILED',
      type: 'output_cap_exceeded',
      message: `output_cap_exceeded: ${detail} (refused permanently at attempt 1 of 5)`,
      details: [{ state: 'failed', failure_code: 'output_cap_exceeded', failure_detail: detail }],
    });
    expect((await world.details(handle)).split('\n').slice(-2)).toEqual([
      '- **Failure:** output_cap_exceeded',
      `- **Why:** ${detail}`,
    ]);
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCause)).toEqual(isFound ? [detail] : undefined);
  });

  it.each(['ready', 'partial'] as const)('completes with %s', async (state) => {
    const run = createFakeRun([{ answers: state }]);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    expect(await handle.result()).toEqual({ state, failure_code: '' });
    expect((await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState)).toBe(state);
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'COMPLETED' });
  });

  it('that fails shows no stack, because its workflow has no defect', async () => {
    const run = createFakeRun([{ refused: 'budget_exceeded' }]);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    await waitForWorkflowEnd(handle);
    const last = (await handle.fetchHistory()).events?.at(-1)?.workflowExecutionFailedEventAttributes;
    expect(last?.failure).toMatchObject({ stackTrace: '', applicationFailureInfo: { category: BENIGN } });
  });

  it('that was settled during a failed attempt ends with that result', async () => {
    const run = createFakeRun([fails]);
    const world = await openSkippingWorld({
      ...run.activities,
      requeueRun(failed) {
        Object.assign(run.row, { state: 'failed', failureCode: 'budget_exceeded' });
        return run.activities.requeueRun(failed);
      },
    });
    const handle = await world.start(makeRunInput());
    expect(await waitForWorkflowEnd(handle)).toMatchObject({
      type: 'budget_exceeded',
      details: [{ state: 'failed', failure_code: 'budget_exceeded' }],
    });
    expect(await world.details(handle)).not.toContain('reader_unavailable');
  });

  it('counts a lapsed heartbeat as a transient failure', async () => {
    const run = createFakeRun(['goes silent', { answers: 'ready' }]);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput({ heartbeatMs: 500 }));
    const progress = await world.until(handle, ({ nextTryAt }) => nextTryAt !== '');
    expect(progress).toMatchObject({ state: 'queued', attempt: 1, failure: 'lease_lapsed' });
    await world.pass(2);
    expect(await handle.result()).toEqual({ state: 'ready', failure_code: '' });
    expect(run.row.attempt).toBe(2);
    expect(await world.timers(handle)).toEqual([2]);
  });

  it('waits for the lease, and then takes the run, if another worker has it', async () => {
    const run = createFakeRun([fails, { answers: 'ready' }]);
    Object.assign(run.row, { state: 'running', attempt: 1 });
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    await world.until(handle, ({ nextTryAt, state }) => nextTryAt !== '' && state === 'running');
    await run.activities.requeueRun({ runId: '', attempt: 1, code: 'lease_lapsed', detail: '' });
    await world.pass(5);
    expect(await handle.result()).toEqual({ state: 'ready', failure_code: '' });
    expect(run.row.attempt).toBe(2);
    expect(await world.summaries(handle)).toContain('attempt 1 runs on another worker: check again in 5 s');
  });
});

describe('cancelling a report run', () => {
  it('while queued ends the workflow as cancelled without an attempt, without a signal to Temporal', async () => {
    const run = createFakeRun([]);
    run.cancel();
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'CANCELLED' });
    expect(run.row.attempt).toBe(0);
    expect(await world.summaries(handle)).toEqual(['read report, attempt 1 of 5', 'end as cancelled']);
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState)).toBe('cancelled');
  });

  it('while running stops the attempt and ends as cancelled', async () => {
    const run = createFakeRun(['keeps working']);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    await expect.poll(() => run.row.state).toBe('running');
    run.cancel();
    await handle.cancel();
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'CANCELLED' });
    expect(await world.summaries(handle)).not.toContain('end as cancelled');
  });

  it('in backoff ends the wait, and the workflow as cancelled', async () => {
    const run = createFakeRun([fails]);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    await world.until(handle, ({ nextTryAt }) => nextTryAt !== '');
    run.cancel();
    await handle.cancel();
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'CANCELLED' });
    expect(run.row.attempt).toBe(1);
    expect(await world.timers(handle)).toEqual([2]);
  });

  it('by hand in Temporal cancels the run itself', async () => {
    const run = createFakeRun(['keeps working']);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    await expect.poll(() => run.row.state).toBe('running');
    await handle.cancel();
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'CANCELLED' });
    expect(run.row.state).toBe('cancelled');
  });

  it('after the answer was stored keeps the answer', async () => {
    const run = createFakeRun(['keeps working']);
    const world = await openSkippingWorld(run.activities);
    const handle = await world.start(makeRunInput());
    await expect.poll(() => run.row.state).toBe('running');
    run.row.state = 'ready';
    await handle.cancel();
    expect(await handle.result()).toEqual({ state: 'ready', failure_code: '' });
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'COMPLETED' });
  });
});
