import { describe, expect, it } from 'vitest';
import { DUE_RUNS_TASK_QUEUE } from '../../../../workflows/public.ts';
import {
  openScheduleWorkspace,
  type Scheduled,
  type ScheduleWorkspace,
} from '../../../../testing/schedules/schedule-workspace.ts';
import { openScheduleWorld, type ScheduleWorld } from '../../../../testing/schedules/schedule-world.ts';
import { DAILY_NEW_YORK } from './cadences.ts';

const DUE = '2026-03-03T07:30:00.000Z';
const LATER = '2026-03-03T07:45:00.000Z';

interface Stage {
  readonly world: ScheduleWorld;
  readonly workspace: ScheduleWorkspace;
  readonly schedule: Scheduled;
}

async function openStage(): Promise<Stage> {
  const world = await openScheduleWorld('2026-03-03T00:00:00Z', { hasDowntime: true });
  const workspace = await openScheduleWorkspace(world);
  const recipients = [workspace.ownerId, workspace.otherId];
  return { world, workspace, schedule: await workspace.schedule({ cadence: DAILY_NEW_YORK, recipients }) };
}

async function moveView({ world, schedule }: Stage): Promise<void> {
  const view = (await world.savedViews.find(schedule.savedViewId))!;
  await world.savedViews.update(view.id, view.revision, { ...view, display_tz: 'Asia/Tokyo' });
}

describe('an instant that can no longer run', () => {
  it.each([
    {
      what: 'the owner’s access',
      code: 'authority_lost',
      by: ({ workspace }: Stage) => workspace.revoke(workspace.ownerId),
    },
    { what: 'the revision of the view', code: 'view_changed', by: moveView },
    {
      what: 'the view',
      code: 'view_changed',
      by: ({ world, schedule }: Stage) => world.savedViews.delete(schedule.savedViewId),
    },
  ])('fails as $code without $what, and pauses its schedule', async ({ code, by }) => {
    const stage = await openStage();
    const { world, workspace, schedule } = stage;
    await by(stage);
    await world.passUntil('2026-03-06T12:00:00Z');
    expect(await schedule.occurrences()).toMatchObject([
      {
        scheduled_for: DUE,
        state: 'failed',
        failure_code: code,
        failure_detail: expect.stringMatching(/\w/) as string,
        window: { from: '2026-03-02T07:30:00.000Z', to: DUE },
        run_id: '',
        attempt: 0,
        delivered_count: 0,
        suppressed_count: 0,
        finished_at: DUE,
      },
    ]);
    expect((await schedule.stored()).record).toMatchObject({
      paused: true,
      pause_reason: code,
      next_run_at: null,
      last_scheduled_for: DUE,
      revision: '2',
      updated_at: DUE,
    });
    expect(world.reader.windows).toEqual([]);
    expect(await workspace.inboxOf(workspace.otherId)).toEqual([]);
  });
});

describe('a recipient who loses access between claim and delivery', () => {
  it('gets no item and is counted, and the others get their items', async () => {
    const { world, workspace, schedule } = await openStage();
    const { release } = world.reader.hangs();
    await world.passUntil(DUE);
    await schedule.latest('running');
    await workspace.revoke(workspace.otherId);
    release();
    const delivered = await schedule.latest('delivered');
    expect(delivered).toMatchObject({ delivered_count: 1, suppressed_count: 1, failure_code: '' });
    expect(await workspace.inboxOf(workspace.ownerId)).toMatchObject([{ source_id: delivered.occurrence_id }]);
    expect(await workspace.inboxOf(workspace.otherId)).toEqual([]);
    expect((await schedule.stored()).record).toMatchObject({ paused: false, revision: '1' });
  });
});

describe('a deleted report', () => {
  async function theScheduleIsPaused({ world, workspace, schedule }: Stage, revision: string): Promise<void> {
    expect((await schedule.stored()).record).toMatchObject({
      paused: true,
      pause_reason: 'report_deleted',
      next_run_at: null,
      revision,
    });
    const before = await schedule.occurrences();
    // The workspace can run another schedule, and this schedule has no further effect.
    const other = await workspace.schedule({ cadence: { ...DAILY_NEW_YORK, local_time: '03:30' } });
    await world.passUntil('2026-03-04T12:00:00Z');
    expect(await schedule.occurrences()).toEqual(before);
    expect(await other.latest('delivered')).toMatchObject({ scheduled_for: '2026-03-04T08:30:00.000Z' });
    expect(await workspace.inboxOf(workspace.otherId)).toEqual([]);
  }

  it('before the instant has no effect', async () => {
    const stage = await openStage();
    await stage.schedule.deleteReport();
    await theScheduleIsPaused(stage, '2');
    expect(await stage.schedule.occurrences()).toEqual([]);
  });

  it('while its occurrence is claimed ends the occurrence, and no run is created', async () => {
    const stage = await openStage();
    const { world, schedule } = stage;
    world.leaveBeginnings();
    await world.workers.stop([DUE_RUNS_TASK_QUEUE]);
    await world.passUntil(DUE);
    await schedule.latest('claimed');
    await world.passWhileItHangs(LATER);
    await schedule.deleteReport();
    expect(await schedule.occurrences()).toMatchObject([
      { state: 'failed', failure_code: 'report_deleted', run_id: '', finished_at: LATER },
    ]);
    await world.workers.start();
    await theScheduleIsPaused(stage, '2');
  });

  it('while its occurrence runs ends the occurrence and its run', async () => {
    const stage = await openStage();
    const { world, schedule } = stage;
    const { held } = world.reader.hangs();
    await world.passUntil(DUE);
    const { run_id, occurrence_id } = await schedule.latest('running');
    await held;
    await world.passWhileItHangs(LATER);
    await schedule.deleteReport();
    expect(await schedule.occurrences()).toMatchObject([
      { state: 'failed', failure_code: 'report_deleted', finished_at: LATER, delivered_count: 0 },
    ]);
    expect(await world.runs.findRun(run_id)).toBeUndefined();
    world.reader.answers();
    await theScheduleIsPaused(stage, '2');
    const handle = world.temporal.workflow.getHandle(occurrence_id);
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'report_deleted' } });
    expect((await handle.describe()).status.name).toBe('FAILED');
  });
});
