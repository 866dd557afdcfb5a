import { describe, expect, it } from 'vitest';
import { createDispatchActivities } from '../../../../activities/schedules/dispatch-activities.ts';
import type { WorkspacePlan } from '../../../../store/schedules/schedule-planner.ts';

const NOW = new Date('2026-03-02T08:00:00.000Z');
const TIMEOUTS = { heartbeatMs: 5_000, attemptMs: 60_000 };

type BeginAhead = Parameters<typeof createDispatchActivities>[0]['beginAhead'];

function planned(
  plan: Partial<WorkspacePlan>,
  beginAhead: BeginAhead = () => Promise.resolve(undefined),
  namesArePlain = true,
) {
  const whole = {
    workspaceName: 'Growth',
    inFlight: undefined,
    dueInMs: undefined,
    schedules: [],
    stopped: [],
    ...plan,
  };
  const planner = { plan: () => Promise.resolve(whole) };
  return createDispatchActivities({
    planner,
    beginAhead,
    clock: { now: () => NOW },
    timeouts: TIMEOUTS,
    namesArePlain,
  }).planWorkspace({
    workspaceId: 't_1',
  });
}

const inFlight = {
  occurrenceId: 'rocc_1',
  state: 'claimed',
  attempt: 0,
  scheduleId: 'rsch_1',
  reportId: 'rpt_1',
  reportName: 'Weekly cost',
  organizationId: 'org_1',
  workspaceId: 't_1',
  scheduledFor: NOW,
  windowFrom: new Date('2026-03-01T08:00:00.000Z'),
  windowTo: NOW,
  skippedCount: 2,
  runId: '',
  runAttempt: 0,
} as const;

/** The members as in the history of a dispatcher. */
const {
  runId: _,
  runAttempt: __,
  ...claimed
} = {
  ...inFlight,
  scheduledFor: '2026-03-02T08:00:00.000Z',
  windowFrom: '2026-03-01T08:00:00.000Z',
  windowTo: '2026-03-02T08:00:00.000Z',
  timeouts: TIMEOUTS,
  namesArePlain: true,
};

describe('a plan in the history of a dispatcher', () => {
  it('omits absent members', async () => {
    expect(await planned({})).toEqual({ workspaceName: 'Growth', schedules: '' });
  });

  it('states when to plan again, including immediately', async () => {
    expect(await planned({ dueInMs: 0 })).toEqual({
      workspaceName: 'Growth',
      dueInMs: 0,
      dueAt: '2026-03-02T08:00:00.000Z',
      schedules: '',
    });
  });

  it('names the occurrence in flight, its instants as text, with the time-outs of this worker', async () => {
    expect((await planned({ inFlight })).inFlight).toEqual(claimed);
  });

  it('begins a claimed occurrence, and returns its run', async () => {
    const begun: string[] = [];
    const counts = { failureCode: '', deliveredCount: 0, suppressedCount: 0 };
    const plan = await planned({ inFlight }, ({ occurrenceId }) => {
      begun.push(occurrenceId);
      return Promise.resolve({ state: 'running', attempt: 0, runId: 'rrun_1', runAttempt: 0, ...counts });
    });
    expect(begun).toEqual(['rocc_1']);
    expect(plan.inFlight).toEqual({ ...claimed, state: 'running', runId: 'rrun_1', runAttempt: 0 });
  });

  it('returns the run of an earlier begin and its attempts, without beginning it again', async () => {
    const running = { ...inFlight, state: 'running', runId: 'rrun_1', runAttempt: 3 } as const;
    const plan = await planned({ inFlight: running }, () => Promise.reject(new Error('begun twice')));
    expect(plan.inFlight).toEqual({ ...claimed, state: 'running', runId: 'rrun_1', runAttempt: 3 });
  });

  it('names no run of an occurrence in cancellation, because no work remains', async () => {
    const cancelling = { ...inFlight, state: 'cancelling', runId: 'rrun_1', runAttempt: 3 } as const;
    const plan = await planned({ inFlight: cancelling }, () => Promise.reject(new Error('begun')));
    expect(plan.inFlight).toEqual({ ...claimed, state: 'cancelling' });
  });

  it('lists the schedules by name, with overdue ones and their obstacles', async () => {
    const schedule = (id: string, reportName: string, nextRunAt: string, fault?: string) => ({
      scheduleId: id,
      reportName,
      nextRunAt: new Date(nextRunAt),
      fault,
    });
    const { schedules } = await planned({
      schedules: [
        schedule(
          'rsch_1',
          'Mars',
          '2026-03-01T08:00:00.000Z',
          'This process does not know the time zone Mars/Olympus.',
        ),
        schedule('rsch_2', 'Due *now* `[x]`', '2026-03-02T08:00:00.000Z'),
        schedule('rsch_3', 'Later', '2026-03-02T08:00:00.001Z'),
      ],
    });
    expect(schedules.split('\n')).toEqual([
      '- “Mars” (`rsch_1`): **overdue since 2026-03-01T08:00:00.000Z** and cannot be planned here: This process does not know the time zone Mars/Olympus.',
      '- “Due \\*now\\* \\`\\[x\\]\\`” (`rsch_2`): **overdue since 2026-03-02T08:00:00.000Z**',
      '- “Later” (`rsch_3`): next 2026-03-02T08:00:00.001Z',
    ]);
  });

  const due = (id: string, reportName: string, nextRunAt: string) => ({
    scheduleId: id,
    reportName,
    nextRunAt: new Date(nextRunAt),
    fault: undefined,
  });
  const stopped = {
    scheduleId: 'rsch_9',
    reportName: 'Daily [cost]',
    reason: 'view_changed',
    detail: 'The saved view has revision 3, and the report uses revision 2.',
    since: new Date('2026-03-01T07:00:00.000Z'),
  } as const;

  it('lists schedules that the server paused after overdue ones, with the reason', async () => {
    const { schedules } = await planned({
      schedules: [
        due('rsch_1', 'Late', '2026-03-02T07:59:00.000Z'),
        due('rsch_2', 'Later', '2026-03-02T09:00:00.000Z'),
      ],
      stopped: [stopped, { ...stopped, scheduleId: 'rsch_8', reason: 'report_deleted', detail: '' }],
    });
    expect(schedules.split('\n')).toEqual([
      '- “Late” (`rsch_1`): **overdue since 2026-03-02T07:59:00.000Z**',
      '- “Daily \\[cost\\]” (`rsch_9`): **paused by the server since 2026-03-01T07:00:00.000Z**, view_changed: The saved view has revision 3, and the report uses revision 2.',
      '- “Daily \\[cost\\]” (`rsch_8`): **paused by the server since 2026-03-01T07:00:00.000Z**, report_deleted',
      '- “Later” (`rsch_2`): next 2026-03-02T09:00:00.000Z',
    ]);
  });

  it.each([
    ['by its report', true, ['overdue since 2026-03-02T07:59Z: Late', 'paused, view_changed: Daily [cost]']],
    [
      'by its id if names are encrypted',
      false,
      ['overdue since 2026-03-02T07:59Z: rsch_1', 'paused, view_changed: rsch_9'],
    ],
  ])(
    'is searchable by schedules that are a minute overdue or paused by the server, %s',
    async (_, namesArePlain, found) => {
      const schedules = [
        due('rsch_1', 'Late', '2026-03-02T07:59:00.000Z'),
        due('rsch_2', 'Just due', '2026-03-02T07:59:00.001Z'),
      ];
      const gone = { ...stopped, scheduleId: 'rsch_8', reason: 'report_deleted' } as const;
      const plan = await planned({ schedules, stopped: [stopped, gone] }, undefined, namesArePlain);
      expect(plan.overdue).toEqual(found);
    },
  );

  it('is searchable by at most the values that Temporal accepts', async () => {
    const many = Array.from({ length: 20 }, (_, number) => ({ ...stopped, reportName: `${number}${'é'.repeat(200)}` }));
    const { overdue = [] } = await planned({ stopped: many });
    expect(overdue).toHaveLength(7);
    expect(overdue.at(-1)).toBe('and 14 more');
    expect(overdue[0]).toBe(`paused, view_changed: 0${'é'.repeat(78)}…`);
    expect(Buffer.byteLength(JSON.stringify(overdue))).toBeLessThan(2_048);
  });
});
