import proto from '@temporalio/proto';
import { describe, expect, it } from 'vitest';
import { REPORT_OCCURRENCE_MESSAGES } from '../../workflows/public.ts';
import type { OccurrenceProgress } from '../../workflows/schedules/occurrence-display.ts';
import { waitForWorkflowEnd } from '../../testing/wait-for-workflow-end.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { createFakeOccurrence, createFakePlans, type FakeOccurrence } from './fake-schedules.ts';
import { createFakeRun, type Fate, type FakeRun } from './fake-run.ts';
import { openScheduleServer, type OccurrenceHandle, type ScheduleServer } from './schedule-server.ts';
import { eventually, readSummaries } from './skipping-server.ts';

const { EventType } = proto.temporal.api.enums.v1;
const MARK_AND_FAIL = [
  EventType.EVENT_TYPE_MARKER_RECORDED,
  EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
];

const ready: Fate = { answers: 'ready' };
const delivered = {
  state: 'delivered',
  failure_code: '',
  run_id: 'rrun_1',
  delivered_count: 2,
  suppressed_count: 1,
};

interface World {
  readonly run: FakeRun;
  readonly occurrence: FakeOccurrence;
  readonly server: ScheduleServer;
}

async function open(fates: readonly Fate[], steps: Parameters<typeof createFakeOccurrence>[1] = {}): Promise<World> {
  const run = createFakeRun(fates);
  const occurrence = createFakeOccurrence(run, steps);
  const server = await openScheduleServer(createFakePlans().activities, {
    ...run.activities,
    ...occurrence.activities,
  });
  return { run, occurrence, server };
}

const progressOf = (handle: OccurrenceHandle): Promise<OccurrenceProgress> =>
  handle.query<OccurrenceProgress>(REPORT_OCCURRENCE_MESSAGES.progress);

const detailsOf = async (handle: OccurrenceHandle): Promise<string> =>
  (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;

async function attributesOf(handle: OccurrenceHandle) {
  const { typedSearchAttributes } = await handle.describe();
  return {
    state: typedSearchAttributes.get(SEARCH_ATTRIBUTES.occurrenceState),
    run: typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState),
    failure: typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCode),
  };
}

/** The end of an occurrence that failed. */
const failed = (code: string, message: string, details: object) => ({
  status: 'FAILED',
  type: code,
  message: `${code}: ${message}`,
  details: [{ state: 'failed', failure_code: code, run_id: '', delivered_count: 0, suppressed_count: 0, ...details }],
});

/** The end of a cancelled occurrence, whose history states it in its attributes. */
async function cancelledBy(handle: OccurrenceHandle) {
  return { ...(await waitForWorkflowEnd(handle)), failure: (await attributesOf(handle)).failure };
}

/** An attempt that lasts until the test releases it. */
function gate(): { wait: () => Promise<void>; open: () => void; isEntered: () => boolean } {
  let entered = false;
  let go = (): void => undefined;
  const opened = new Promise<void>((resolve) => (go = resolve));
  return {
    wait: () => {
      entered = true;
      return opened;
    },
    open: () => go(),
    isEntered: () => entered,
  };
}

describe('an occurrence', () => {
  it('is begun, run and delivered, and shows an operator its actions and names', async () => {
    const { server } = await open([ready]);
    const handle = await server.startOccurrence();
    expect(await handle.result()).toEqual(delivered);
    expect(await attributesOf(handle)).toEqual({ state: 'delivered', run: 'ready', failure: undefined });
    const { typedSearchAttributes, memo } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.scheduleId)).toBe('sch_1');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.reportName)).toBeUndefined();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.reportRunId)).toBe('rrun_1');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.scheduledFor)).toEqual(new Date('2026-03-02T08:00:00.000Z'));
    expect(memo).toMatchObject({ report: 'Monday figures', skipped_count: 2 });
    expect(await readSummaries(handle)).toEqual([
      'Scheduled 2026-03-02T08:00:00.000Z: report “Monday figures”',
      'begin: check access, report and view, try 1 of 5',
      'read report, attempt 1 of 5',
      'deliver to the recipients, try 1 of 5',
    ]);
    expect(await detailsOf(handle)).toBe(
      [
        '- **State:** delivered',
        '- **Run:** `rrun_1`, ready, attempt 1 of 5',
        '- **Delivered to:** 2; suppressed: 1',
      ].join('\n'),
    );
    const { events } = await handle.fetchHistory();
    // The server stores the attributes of one event without an order.
    const upserts = (events ?? []).flatMap(({ upsertWorkflowSearchAttributesEventAttributes: upsert }) =>
      upsert ? [Object.keys(upsert.searchAttributes?.indexedFields ?? {}).sort()] : [],
    );
    expect(upserts).toEqual([['TemporalChangeVersion'], ['ReportRunId'], ['OccurrenceState', 'RunState']]);
  });

  it('lets occurrences that others have begun finish before its own beginning', async () => {
    const { server } = await open([ready]);
    const handle = await server.startOccurrence();
    await handle.result();
    const { events } = await handle.fetchHistory();
    const scheduled = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
    // Temporal prefers lower numbers. No number, or 0, means the default, which is 3.
    expect(scheduled.map(({ activityType, priority }) => [activityType?.name, priority?.priorityKey || 3])).toEqual([
      ['beginOccurrence', 4],
      ['executeAttempt', 3],
      ['deliverOccurrence', 3],
    ]);
  });

  it('has the failure of its run', async () => {
    const { server } = await open([{ refused: 'budget_exceeded' }]);
    const handle = await server.startOccurrence();
    const why = 'its run failed: refused permanently at attempt 1 of 5';
    expect(await waitForWorkflowEnd(handle)).toEqual(failed('budget_exceeded', why, { run_id: 'rrun_1' }));
    expect(await attributesOf(handle)).toEqual({ state: 'failed', run: 'failed', failure: 'budget_exceeded' });
  });

  it('states the reason of its failure in a sentence, and that the server paused its schedule', async () => {
    const failureDetail = 'The saved view has revision 3, and the report uses revision 2.';
    const failure = { failureCode: 'view_changed', failureDetail, pausedFor: 'view_changed' } as const;
    const refuse = (): Promise<void> => {
      Object.assign(occurrence.row, { state: 'failed', ...failure });
      return Promise.resolve();
    };
    const { server, occurrence } = await open([], { begin: [refuse] });
    const handle = await server.startOccurrence();
    const sentence = `${failureDetail} The server paused the schedule (view_changed).`;
    const members = { failure_detail: failureDetail, schedule_paused: 'view_changed' };
    expect(await waitForWorkflowEnd(handle)).toEqual(
      failed('view_changed', `${sentence} (it ended before it had a run)`, members),
    );
    expect(await detailsOf(handle)).toContain(
      '- **Why:** The saved view has revision 3, and the report uses revision 2. The server paused the schedule (view\\_changed).',
    );
  });

  it('shows the failures that used up the attempts of its run', async () => {
    const away: Fate = { fails: 'reader_unavailable' };
    const { server } = await open([away, away, away, away, away]);
    const handle = await server.startOccurrence();
    for (const [index, seconds] of [2, 4, 8, 16].entries()) {
      await eventually(async () => (await progressOf(handle)).runAttempt).toBe(index + 1);
      await eventually(async () => (await progressOf(handle)).nextTryAt).not.toBe('');
      await server.pass(seconds);
    }
    const cause = { code: 'reader_unavailable', part: 'ClickHouse', why: 'ECONNREFUSED' };
    const why = 'its run failed: 5 attempts failed, the last one with reader_unavailable (ClickHouse: ECONNREFUSED)';
    expect(await waitForWorkflowEnd(handle)).toEqual(failed('attempts_exhausted', why, { run_id: 'rrun_1', cause }));
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.failureCause)).toEqual(['reader_unavailable', 'ClickHouse']);
    expect(await detailsOf(handle)).toContain(
      '- **Failure:** attempts_exhausted\n- **Last try:** reader_unavailable (ClickHouse: ECONNREFUSED)',
    );
  });

  it('is found by the id of its run while that is in progress', async () => {
    const { server, run } = await open(['keeps working']);
    const handle = await server.startOccurrence();
    await eventually(() => run.row.state).toBe('running');
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.reportRunId)).toBe('rrun_1');
  });

  it.each(['begin', 'deliver'] as const)('retries to %s after 2 s', async (step) => {
    const { server, occurrence } = await open([ready], { [step]: ['fails'] });
    const handle = await server.startOccurrence();
    await eventually(async () => (await progressOf(handle)).nextTryAt).not.toBe('');
    expect(await progressOf(handle)).toMatchObject({
      state: 'running',
      step,
      attempt: 1,
      failure: 'store_unavailable',
    });
    await server.pass(1);
    expect(occurrence.row.attempt).toBe(1);
    await server.pass(1);
    expect(await handle.result()).toEqual(delivered);
    expect(await readSummaries(handle)).toContain(`backoff 2 s before ${step}, try 2 of 5 (store_unavailable)`);
    expect((await attributesOf(handle)).failure).toBeUndefined();
  });

  it('continues its attempts to begin after an earlier workflow of it has failed', async () => {
    const { server, occurrence } = await open([ready], { begin: ['fails'] });
    Object.assign(occurrence.row, { attempt: 3 });
    const handle = await server.startOccurrence({ attempt: 3 });
    await eventually(async () => (await progressOf(handle)).attempt).toBe(4);
    await server.pass(15);
    expect(occurrence.row.state).toBe('claimed');
    await server.pass(1);
    expect(await handle.result()).toEqual(delivered);
  });

  it.each([
    ['begin', 'fails'],
    ['deliver', 'fails'],
    ['deliver', 'changes nothing'],
  ] as const)('fails with attempts_exhausted if it %ss without success five times: it %s', async (step, fate) => {
    const { server, occurrence } = await open([ready], { [step]: [fate, fate, fate, fate, fate] });
    const handle = await server.startOccurrence();
    for (const [index, seconds] of [2, 4, 8, 16].entries()) {
      await eventually(async () => (await progressOf(handle)).attempt).toBe(index + 1);
      await eventually(async () => (await progressOf(handle)).nextTryAt).not.toBe('');
      await server.pass(seconds);
    }
    const origin = fate === 'fails' ? { part: 'Postgres', why: '57P01' } : {};
    const from = fate === 'fails' ? ' (Postgres: 57P01)' : '';
    expect(await waitForWorkflowEnd(handle)).toEqual(
      failed('attempts_exhausted', `5 tries of its own failed, the last one with store_unavailable${from}`, {
        run_id: step === 'begin' ? '' : 'rrun_1',
        cause: { code: 'store_unavailable', ...origin },
      }),
    );
    expect(occurrence.row.attempt).toBe(5);
    expect((await attributesOf(handle)).failure).toBe('attempts_exhausted');
  });

  it('continues with the existing run when its workflow is started again', async () => {
    const { server, occurrence, run } = await open([{ fails: 'reader_unavailable' }, ready]);
    Object.assign(occurrence.row, { state: 'running', runId: 'rrun_1' });
    run.row.attempt = 1;
    const handle = await server.startOccurrence({ state: 'running' });
    expect(await handle.result()).toEqual(delivered);
    expect(run.row.attempt).toBe(2);
  });

  it('that was settled without a workflow ends immediately', async () => {
    const { server, occurrence } = await open([]);
    Object.assign(occurrence.row, { state: 'cancelled', failureCode: 'schedule_paused' });
    const handle = await server.startOccurrence();
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'CANCELLED' });
    expect(await attributesOf(handle)).toEqual({ state: 'cancelled', run: undefined, failure: 'schedule_paused' });
  });

  it('that was stopped without a workflow is settled as cancelled', async () => {
    const { server, occurrence, run } = await open([]);
    Object.assign(occurrence.row, { state: 'cancelling', runId: 'rrun_1', failureCode: 'schedule_deleted' });
    const handle = await server.startOccurrence({ state: 'cancelling' });
    expect(await cancelledBy(handle)).toEqual({ status: 'CANCELLED', failure: 'schedule_deleted' });
    expect(run.row.state).toBe('cancelled');
  });

  it('that was missed is only shown', async () => {
    const { server } = await open([]);
    const handle = await server.startOccurrence({ state: 'missed' });
    expect(await waitForWorkflowEnd(handle)).toEqual({
      status: 'FAILED',
      type: 'missed',
      message: 'missed: instants too old to be run: 2, the latest of them 2026-03-02T08:00:00.000Z',
      details: [{ state: 'missed', failure_code: '', run_id: '', delivered_count: 0, suppressed_count: 0 }],
    });
    expect(await attributesOf(handle)).toEqual({ state: 'missed', run: undefined, failure: 'missed' });
    expect(await readSummaries(handle)).toEqual(['Missed 2026-03-02T08:00:00.000Z: report “Monday figures”']);
    expect((await handle.fetchHistory()).events?.map(({ eventType }) => eventType).slice(4)).toEqual(MARK_AND_FAIL);
  });
});

describe('cancelling an occurrence', () => {
  it.each(['begin', 'deliver'] as const)('while it is about to %s settles it as cancelled', async (step) => {
    const { wait, open: go, isEntered } = gate();
    const { server, occurrence } = await open([ready], { [step]: [wait] });
    const handle = await server.startOccurrence();
    await eventually(isEntered).toBe(true);
    await handle.cancel();
    expect(await cancelledBy(handle)).toEqual({ status: 'CANCELLED', failure: 'run_cancelled' });
    go();
    expect(occurrence.row.state).toBe('cancelled');
  });

  it('while its run reads stops the run', async () => {
    const { server, run } = await open(['keeps working']);
    const handle = await server.startOccurrence();
    await eventually(() => run.row.state).toBe('running');
    await handle.cancel();
    expect(await cancelledBy(handle)).toEqual({ status: 'CANCELLED', failure: 'run_cancelled' });
    expect(run.row.state).toBe('cancelled');
  });

  it('while its run waits for its next attempt ends the wait', async () => {
    const { server, run } = await open([{ fails: 'reader_unavailable' }]);
    const handle = await server.startOccurrence();
    await eventually(async () => (await progressOf(handle)).nextTryAt).not.toBe('');
    await handle.cancel();
    expect(await cancelledBy(handle)).toEqual({ status: 'CANCELLED', failure: 'run_cancelled' });
    expect(run.row).toMatchObject({ state: 'cancelled', attempt: 1 });
  });

  it('after a pause keeps the code of the pause', async () => {
    const { server, occurrence, run } = await open(['keeps working']);
    const handle = await server.startOccurrence();
    await eventually(() => run.row.state).toBe('running');
    Object.assign(occurrence.row, { state: 'cancelling', failureCode: 'schedule_paused' });
    await handle.cancel();
    expect(await cancelledBy(handle)).toEqual({ status: 'CANCELLED', failure: 'schedule_paused' });
    expect(await attributesOf(handle)).toMatchObject({ state: 'cancelled', failure: 'schedule_paused' });
  });
});
