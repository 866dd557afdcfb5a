import { describe, expect, it } from 'vitest';
import { createDispatchActivities } from '../../../../activities/schedules/dispatch-activities.ts';
import type { WorkspacePlan } from '../../../../store/schedules/schedule-planner.ts';

const NOW = new Date('2026-03-02T08:00:00.000Z');
const TIMEOUTS = { heartbeatMs: 5_000, attemptMs: 60_000 };

function planned(plan: Partial<WorkspacePlan>) {
  const whole = { workspaceName: 'Growth', inFlight: undefined, dueInMs: undefined, schedules: [], ...plan };
  const planner = { plan: () => Promise.resolve(whole) };
  return createDispatchActivities({
    planner,
    clock: { now: () => NOW },
    timeouts: TIMEOUTS,
    namesArePlain: true,
  }).planWorkspace({
    workspaceId: 't_1',
  });
}

describe('a plan in the history of a dispatcher', () => {
  it('leaves out what there is not', async () => {
    expect(await planned({})).toEqual({ workspaceName: 'Growth', schedules: '' });
  });

  it('says when to look again, at once included', async () => {
    expect(await planned({ dueInMs: 0 })).toEqual({ workspaceName: 'Growth', dueInMs: 0, schedules: '' });
  });

  it('names what is in flight, its instants as text, with the time-outs that this worker has', async () => {
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
    } as const;
    expect((await planned({ inFlight })).inFlight).toEqual({
      ...inFlight,
      scheduledFor: '2026-03-02T08:00:00.000Z',
      windowFrom: '2026-03-01T08:00:00.000Z',
      windowTo: '2026-03-02T08:00:00.000Z',
      timeouts: TIMEOUTS,
      namesArePlain: true,
    });
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
