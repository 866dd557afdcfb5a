import { describe, expect, it } from 'vitest';
import { DUE_RUNS_TASK_QUEUE } from '../../../../workflows/public.ts';
import { openScheduleWorkspace, type Scheduled } from '../../../../testing/schedules/schedule-workspace.ts';
import { openScheduleWorld, type ScheduleWorld } from '../../../../testing/schedules/schedule-world.ts';
import { DAILY_NEW_YORK } from './cadences.ts';

const DUE = '2026-03-03T07:30:00.000Z';
const STOPPED = '2026-03-03T07:45:00.000Z';

interface Stage {
  readonly world: ScheduleWorld;
  readonly schedule: Scheduled;
  /** Another schedule of the same workspace, due an hour after the first. The first must not delay it. */
  readonly other: Scheduled;
}

async function openStage(): Promise<Stage> {
  const world = await openScheduleWorld('2026-03-03T00:00:00Z', { hasDowntime: true });
  const workspace = await openScheduleWorkspace(world);
  const schedule = await workspace.schedule({ cadence: DAILY_NEW_YORK });
  const other = await workspace.schedule({ cadence: { ...DAILY_NEW_YORK, local_time: '03:30' } });
  return { world, schedule, other };
}

/** Brings the first schedule's occurrence to `claimed`; no activity begins it. */
async function claim({ world, schedule }: Stage): Promise<void> {
  world.leaveBeginnings();
  await world.workers.stop([DUE_RUNS_TASK_QUEUE]);
  await world.passUntil(DUE);
  await schedule.latest('claimed');
  await world.passWhileItHangs(STOPPED);
}

/** Brings the occurrence to `running`, with its run in progress; the reader does not answer. */
async function run({ world, schedule }: Stage): Promise<void> {
  const { held } = world.reader.hangs();
  await world.passUntil(DUE);
  await schedule.latest('running');
  await held;
  await world.passWhileItHangs(STOPPED);
}

async function theWorkspaceGoesOn({ world, other }: Stage): Promise<void> {
  world.reader.answers();
  await world.workers.start();
  await world.passUntil('2026-03-03T09:00:00Z');
  expect(await other.occurrences()).toMatchObject([{ state: 'delivered', scheduled_for: '2026-03-03T08:30:00.000Z' }]);
}

const runsOf = async ({ world, schedule }: Stage): Promise<unknown[]> => {
  const { rows } = await world.pool.query<object>(
    'SELECT state, attempt FROM report_runs WHERE report_id = $1 AND occurrence_id IS NOT NULL',
    [schedule.reportId],
  );
  return rows;
};

const PAUSE = {
  name: 'a pause',
  by: ({ schedule }: Stage) => schedule.edit({ paused: true }),
  code: 'schedule_paused',
};
const DELETE = { name: 'a deletion', by: ({ schedule }: Stage) => schedule.delete(), code: 'schedule_deleted' };

describe.each([PAUSE, DELETE])('$name', ({ by, code }) => {
  it('of a claimed occurrence cancels it immediately, and no run is created', async () => {
    const stage = await openStage();
    await claim(stage);
    await by(stage);
    const stopped = { state: 'cancelled', failure_code: code, run_id: '', finished_at: STOPPED, delivered_count: 0 };
    expect(await stage.schedule.occurrences()).toMatchObject([stopped]);
    await theWorkspaceGoesOn(stage);
    expect(await stage.schedule.occurrences()).toMatchObject([stopped]);
    expect(await runsOf(stage)).toEqual([]);
    expect(stage.world.reader.windows).toHaveLength(1);
  });

  it('of a running occurrence cancels it and its run', async () => {
    const stage = await openStage();
    await run(stage);
    await by(stage);
    const stopped = await stage.schedule.latest('cancelled');
    expect(stopped).toMatchObject({ failure_code: code, finished_at: STOPPED, delivered_count: 0 });
    expect(await runsOf(stage)).toMatchObject([{ state: 'cancelled' }]);
    await theWorkspaceGoesOn(stage);
    expect(await stage.schedule.occurrences()).toEqual([stopped]);
    const { status } = await stage.world.temporal.workflow.getHandle(stopped.occurrence_id).describe();
    expect(status.name).toBe('CANCELLED');
  });

  it('keeps delivered items, and runs nothing more', async () => {
    const stage = await openStage();
    await stage.world.passUntil(STOPPED);
    const delivered = await stage.schedule.latest('delivered');
    const deletion = await by(stage);
    expect(deletion?.occurrences_cancelled ?? 0).toBe(0);
    await stage.world.passUntil('2026-03-05T07:45:00Z');
    expect(await stage.schedule.occurrences()).toEqual([delivered]);
    expect(await stage.other.occurrences()).toHaveLength(2);
  });

  it('keeps failed occurrences', async () => {
    const stage = await openStage();
    stage.world.reader.refuses('budget_exceeded');
    await stage.world.passUntil(STOPPED);
    const failed = await stage.schedule.latest('failed');
    expect(failed).toMatchObject({ failure_code: 'budget_exceeded', delivered_count: 0, finished_at: DUE });
    await by(stage);
    await theWorkspaceGoesOn(stage);
    expect(await stage.schedule.occurrences()).toEqual([failed]);
  });
});

describe('an occurrence in cancellation', () => {
  it('keeps the code of the pause if its schedule is deleted', async () => {
    const stage = await openStage();
    await run(stage);
    await stage.schedule.editUnheard({ paused: true });
    expect(await stage.schedule.occurrences()).toMatchObject([{ state: 'cancelling', delivered_count: 0 }]);
    expect(await stage.schedule.delete()).toMatchObject({ occurrences_cancelled: 0 });
    expect(await stage.schedule.latest('cancelled')).toMatchObject({ failure_code: 'schedule_paused' });
    await theWorkspaceGoesOn(stage);
  });

  it('is cancelled once if its schedule is paused again', async () => {
    const stage = await openStage();
    await run(stage);
    await stage.schedule.editUnheard({ paused: true });
    await stage.schedule.edit({ paused: true });
    expect(await stage.schedule.latest('cancelled')).toMatchObject({
      failure_code: 'schedule_paused',
      finished_at: STOPPED,
    });
    expect((await stage.schedule.stored()).record).toMatchObject({ revision: '3', pause_reason: 'manual' });
    await theWorkspaceGoesOn(stage);
  });
});

describe('a run that is cancelled by its owner', () => {
  it('cancels its occurrence and nothing else', async () => {
    const stage = await openStage();
    const { world, schedule } = stage;
    await run(stage);
    const { run_id } = await schedule.latest('running');
    expect(await world.runTransitions.cancel(run_id)).toMatchObject({ cancelled: true });
    await world.relay();
    expect(await schedule.latest('cancelled')).toMatchObject({
      failure_code: 'run_cancelled',
      run_id,
      delivered_count: 0,
      suppressed_count: 0,
      finished_at: STOPPED,
    });
    await theWorkspaceGoesOn(stage);
    await world.passUntil('2026-03-04T07:45:00Z');
    expect(await schedule.latest('delivered')).toMatchObject({ scheduled_for: '2026-03-04T07:30:00.000Z' });
  });
});

describe('a resumed schedule', () => {
  it('runs no instant of the pause', async () => {
    const world = await openScheduleWorld('2026-03-03T00:00:00Z');
    const workspace = await openScheduleWorkspace(world);
    const schedule = await workspace.schedule({ cadence: DAILY_NEW_YORK });
    await schedule.edit({ paused: true });
    expect((await schedule.stored()).record).toMatchObject({
      paused: true,
      pause_reason: 'manual',
      next_run_at: null,
      revision: '2',
    });
    await world.passUntil('2026-03-06T12:00:00Z');
    await schedule.edit({ paused: false });
    await world.passUntil('2026-03-07T12:00:00Z');
    expect(await schedule.occurrences()).toMatchObject([
      { scheduled_for: '2026-03-07T07:30:00.000Z', state: 'delivered', skipped_count: 0, schedule_revision: '3' },
    ]);
    expect((await schedule.stored()).record).toMatchObject({ paused: false, pause_reason: '', skipped_total: 0 });
  });
});
