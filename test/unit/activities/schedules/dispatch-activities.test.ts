import { describe, expect, it } from 'vitest';
import { createDispatchActivities } from '../../../../activities/schedules/dispatch-activities.ts';
import type { WorkspacePlan } from '../../../../store/schedules/schedule-planner.ts';

const NOW = new Date('2026-03-02T08:00:00.000Z');
const TIMEOUTS = { heartbeatMs: 5_000, attemptMs: 60_000 };

type BeginAhead = Parameters<typeof createDispatchActivities>[0]['beginAhead'];

function planned(plan: Partial<WorkspacePlan>, beginAhead: BeginAhead = () => Promise.resolve(undefined)) {
  const whole = { workspaceName: 'Growth', inFlight: undefined, dueInMs: undefined, schedules: [], ...plan };
  const planner = { plan: () => Promise.resolve(whole) };
  return createDispatchActivities({
    planner,
    beginAhead,
    clock: { now: () => NOW },
    timeouts: TIMEOUTS,
    namesArePlain: true,
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

/** As the history of a dispatcher has it. */
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
  it('leaves out what there is not', async () => {
    expect(await planned({})).toEqual({ workspaceName: 'Growth', schedules: '' });
  });

  it('says when to look again, at once included', async () => {
    expect(await planned({ dueInMs: 0 })).toEqual({ workspaceName: 'Growth', dueInMs: 0, schedules: '' });
  });

  it('names what is in flight, its instants as text, with the time-outs that this worker has', async () => {
    expect((await planned({ inFlight })).inFlight).toEqual(claimed);
  });

  it('begins what is claimed, and hands out its run', async () => {
    const begun: string[] = [];
    const counts = { failureCode: '', deliveredCount: 0, suppressedCount: 0 };
    const plan = await planned({ inFlight }, ({ occurrenceId }) => {
      begun.push(occurrenceId);
      return Promise.resolve({ state: 'running', attempt: 0, runId: 'rrun_1', runAttempt: 0, ...counts });
    });
    expect(begun).toEqual(['rocc_1']);
    expect(plan.inFlight).toEqual({ ...claimed, state: 'running', runId: 'rrun_1', runAttempt: 0 });
  });

  it('hands out the run of what was begun before, and the tries of it, without beginning it again', async () => {
    const running = { ...inFlight, state: 'running', runId: 'rrun_1', runAttempt: 3 } as const;
    const plan = await planned({ inFlight: running }, () => Promise.reject(new Error('begun twice')));
    expect(plan.inFlight).toEqual({ ...claimed, state: 'running', runId: 'rrun_1', runAttempt: 3 });
  });

  it('names no run of what is being cancelled: there is nothing to carry any more', async () => {
    const cancelling = { ...inFlight, state: 'cancelling', runId: 'rrun_1', runAttempt: 3 } as const;
    const plan = await planned({ inFlight: cancelling }, () => Promise.reject(new Error('begun')));
    expect(plan.inFlight).toEqual({ ...claimed, state: 'cancelling' });
  });

  it('lists the schedules by name, the overdue ones said so, and what stands in their way', async () => {
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
});
