import proto from '@temporalio/proto';
import { describe, expect, it } from 'vitest';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { waitForWorkflowEnd } from '../../testing/wait-for-workflow-end.ts';
import { createFakeOccurrence, createFakePlans, type FakeOccurrence } from './fake-schedules.ts';
import { createFakeRun, type Fate, type FakeRun } from './fake-run.ts';
import { openScheduleServer, type OccurrenceHandle, type ScheduleServer } from './schedule-server.ts';
import { eventually, readSummaries } from './skipping-server.ts';

const { EventType } = proto.temporal.api.enums.v1;
const ready: Fate = { answers: 'ready' };
const START = 'Scheduled 2026-03-02T08:00:00.000Z: report “Monday figures”';

interface World {
  readonly run: FakeRun;
  readonly occurrence: FakeOccurrence;
  readonly server: ScheduleServer;
  readonly handle: OccurrenceHandle;
}

/** Runs an occurrence whose plan has created its run, after `tries` earlier attempts. */
async function carry(
  fates: readonly Fate[],
  { tries = 0, ...steps }: { tries?: number } & Parameters<typeof createFakeOccurrence>[1] = {},
): Promise<World> {
  const run = createFakeRun(fates);
  run.row.attempt = tries;
  const occurrence = createFakeOccurrence(run, steps);
  Object.assign(occurrence.row, { state: 'running', runId: 'rrun_1' });
  const dueRuns = { ...run.activities, ...occurrence.activities };
  const server = await openScheduleServer(createFakePlans().activities, dueRuns);
  const handle = await server.startOccurrence({ state: 'running', runId: 'rrun_1', runAttempt: tries });
  return { run, occurrence, server, handle };
}

const delivered = {
  state: 'delivered',
  failure_code: '',
  run_id: 'rrun_1',
  delivered_count: 2,
  suppressed_count: 1,
};

describe('an occurrence that its plan has begun', () => {
  it('is one activity and twelve events without failures', async () => {
    const { handle } = await carry([ready]);
    expect(await handle.result()).toEqual(delivered);
    const { events } = await handle.fetchHistory();
    expect((events ?? []).map(({ eventType }) => eventType)).toEqual([
      EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED,
      EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED,
      EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED,
      EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
      EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED,
      EventType.EVENT_TYPE_ACTIVITY_TASK_STARTED,
      EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED,
      EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED,
      EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED,
      EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
      EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES,
      EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
    ]);
    expect(await readSummaries(handle)).toEqual([START, 'read report and deliver, attempt 1 of 5']);
  });

  it('is found by the id of its run from its start on, and by its states at the end', async () => {
    const { handle } = await carry([ready]);
    await handle.result();
    const { events } = await handle.fetchHistory();
    const start = events?.[0]?.workflowExecutionStartedEventAttributes?.searchAttributes?.indexedFields ?? {};
    const text = new TextDecoder();
    expect(text.decode(start[SEARCH_ATTRIBUTES.reportRunId.name]?.data ?? undefined)).toBe('"rrun_1"');
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState)).toBe('ready');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.occurrenceState)).toBe('delivered');
  });

  it('shows its result to an operator', async () => {
    const { handle } = await carry([ready]);
    await handle.result();
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(currentDetails).toBe(
      [
        '- **State:** delivered',
        '- **Run:** `rrun_1`, ready, attempt 1 of 5',
        '- **Delivered to:** 2; suppressed: 1',
      ].join('\n'),
    );
  });

  it('makes another attempt, which delivers, after a transient failure', async () => {
    const { handle, server, run } = await carry([{ fails: 'reader_unavailable' }, ready]);
    await eventually(() => run.row).toEqual({ state: 'queued', attempt: 1, failureCode: '' });
    await server.pass(2);
    expect(await handle.result()).toEqual(delivered);
    expect(await readSummaries(handle)).toEqual([
      START,
      'read report and deliver, attempt 1 of 5',
      'record failure of attempt 1 of 5 (reader_unavailable)',
      'backoff 2 s before attempt 2 of 5 (reader_unavailable)',
      'read report and deliver, attempt 2 of 5',
    ]);
  });

  it('counts the attempts before its workflow was restarted', async () => {
    const { handle } = await carry([ready, ready, ready, ready], { tries: 3 });
    expect(await handle.result()).toEqual(delivered);
    expect(await readSummaries(handle)).toEqual([START, 'read report and deliver, attempt 4 of 5']);
  });

  it.each(['fails', 'changes nothing'] as const)(
    'has a separate delivery step if the delivery of the attempt %s',
    async (fate) => {
      const { handle, occurrence } = await carry([ready], { deliver: [fate] });
      expect(await handle.result()).toEqual(delivered);
      expect(occurrence.row.attempt).toBe(0);
      expect(await readSummaries(handle)).toEqual([
        START,
        'read report and deliver, attempt 1 of 5',
        'deliver to the recipients, try 1 of 5',
      ]);
    },
  );

  it('has the failure of its run', async () => {
    const { handle } = await carry([{ refused: 'budget_exceeded' }]);
    expect(await waitForWorkflowEnd(handle)).toMatchObject({
      status: 'FAILED',
      type: 'budget_exceeded',
      message: 'budget_exceeded: its run failed: refused permanently at attempt 1 of 5',
    });
    expect(await readSummaries(handle)).toEqual([START, 'read report and deliver, attempt 1 of 5']);
  });

  it('is settled as cancelled if it is cancelled while its run reads', async () => {
    const { handle, run, occurrence } = await carry(['keeps working']);
    await eventually(() => run.row.state).toBe('running');
    await handle.cancel();
    expect(await waitForWorkflowEnd(handle)).toMatchObject({ status: 'CANCELLED' });
    expect(run.row.state).toBe('cancelled');
    expect(occurrence.row).toMatchObject({ state: 'cancelled', failureCode: 'run_cancelled' });
  });
});
