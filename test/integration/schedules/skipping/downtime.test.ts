import { describe, expect, it } from 'vitest';
import { SEARCH_ATTRIBUTES } from '../../../../workflows/search-attributes.ts';
import { openScheduleWorkspace } from '../../../../testing/schedules/schedule-workspace.ts';
import { openScheduleWorld, type ScheduleWorld } from '../../../../testing/schedules/schedule-world.ts';
import { DAILY_NEW_YORK, WEEK_SECONDS, WEEKLY_SYDNEY } from './cadences.ts';

async function downtime(world: ScheduleWorld, { from, to }: { from: string; to: string }): Promise<void> {
  await world.passUntil(from);
  await world.workers.stop();
  await world.passUntil(to);
  await world.workers.start();
}

describe('a daily schedule after a downtime', () => {
  /*
   * These instants are owed when the workers run again on 11 March at 08:00Z. They are 07:30Z of 3, 4, 5, 6 and 7
   * March, 07:30Z of the 8th, and 06:30Z of the 9th, 10th and 11th. The 8th has the gap: 03:30 by the new clock, which
   * is -04:00. These are nine instants. The last is 90 minutes old, so it runs, and eight are skipped.
   */
  it('of 9 days over the clock change runs the latest instant and counts the others', async () => {
    const world = await openScheduleWorld('2026-03-02T00:00:00Z', { hasDowntime: true });
    const workspace = await openScheduleWorkspace(world);
    const schedule = await workspace.schedule({ cadence: DAILY_NEW_YORK });
    await downtime(world, { from: '2026-03-02T08:00:00Z', to: '2026-03-11T08:00:00Z' });
    await schedule.latest('delivered');
    await world.passUntil('2026-03-12T08:00:00Z');

    const occurrences = await schedule.occurrences();
    expect(occurrences.map(({ scheduled_for, state }) => [scheduled_for, state])).toEqual([
      ['2026-03-02T07:30:00.000Z', 'delivered'],
      ['2026-03-11T06:30:00.000Z', 'delivered'],
      ['2026-03-12T06:30:00.000Z', 'delivered'],
    ]);
    expect(occurrences[1]).toMatchObject({
      window: { from: '2026-03-10T06:30:00.000Z', to: '2026-03-11T06:30:00.000Z' },
      skipped_count: 8,
      skipped_from: '2026-03-03T07:30:00.000Z',
      skipped_to: '2026-03-10T06:30:00.000Z',
    });
    expect(occurrences[2]).toMatchObject({ skipped_count: 0 });
    expect((await schedule.stored()).record).toMatchObject({ skipped_total: 8, revision: '1' });
    expect(world.reader.windows).toHaveLength(3);
  });
});

/*
 * Sunday 3 May 2026, 02:30 in Sydney (+10:00), is 2 May, 16:30Z. This instant runs if it is at most 24 hours old when
 * the workers run again.
 */
const OWED = '2026-05-02T16:30:00.000Z';
const NEXT = '2026-05-09T16:30:00.000Z';

describe('a weekly schedule whose workers run again', () => {
  it.each([
    { age: '23 h 59 min', back: '2026-05-03T16:29:00.000Z' },
    { age: '24 h', back: '2026-05-03T16:30:00.000Z' },
  ])('$age after the owed instant runs it', async ({ back }) => {
    const world = await openScheduleWorld('2026-05-01T00:00:00Z', { hasDowntime: true });
    const workspace = await openScheduleWorkspace(world);
    const schedule = await workspace.schedule({ cadence: WEEKLY_SYDNEY, windowSeconds: WEEK_SECONDS });
    await downtime(world, { from: '2026-05-02T16:00:00Z', to: back });
    expect(await schedule.latest('delivered')).toMatchObject({
      scheduled_for: OWED,
      window: { from: '2026-04-25T16:30:00.000Z', to: OWED },
      skipped_count: 0,
      created_at: back,
    });
    expect((await schedule.stored()).record).toMatchObject({
      last_scheduled_for: OWED,
      next_run_at: NEXT,
      skipped_total: 0,
    });
  });

  it('24 h 1 min after the owed instant records it as missed permanently, shows it to operators, and continues', async () => {
    const world = await openScheduleWorld('2026-05-01T00:00:00Z', { hasDowntime: true });
    const workspace = await openScheduleWorkspace(world);
    const schedule = await workspace.schedule({ cadence: WEEKLY_SYDNEY, windowSeconds: WEEK_SECONDS });
    const back = '2026-05-03T16:31:00.000Z';
    await downtime(world, { from: '2026-05-02T16:00:00Z', to: back });
    const missed = await schedule.latest('missed');
    expect(missed).toMatchObject({
      scheduled_for: OWED,
      run_id: '',
      failure_code: '',
      skipped_count: 1,
      skipped_from: OWED,
      skipped_to: OWED,
      delivered_count: 0,
      created_at: back,
      finished_at: back,
    });
    expect(missed).not.toHaveProperty('window');
    expect((await schedule.stored()).record).toMatchObject({
      last_scheduled_for: OWED,
      next_run_at: NEXT,
      skipped_total: 1,
      paused: false,
    });

    await world.relay();
    await world.passUntil('2026-05-09T17:00:00Z');
    expect((await schedule.occurrences()).map(({ scheduled_for, state }) => [scheduled_for, state])).toEqual([
      [OWED, 'missed'],
      [NEXT, 'delivered'],
    ]);
    expect(world.reader.windows).toHaveLength(1);
    const occurrences = await schedule.occurrences();
    await schedule.edit({ paused: true });
    expect(await schedule.delete()).toMatchObject({ occurrences_cancelled: 0 });
    expect(await schedule.occurrences()).toEqual(occurrences);
    const { status, typedSearchAttributes, memo } = await world.temporal.workflow
      .getHandle(missed.occurrence_id)
      .describe();
    expect(status.name).toBe('FAILED');
    const shown = Object.values(SEARCH_ATTRIBUTES).map((attribute) => typedSearchAttributes.get(attribute));
    expect(Object.fromEntries(Object.keys(SEARCH_ATTRIBUTES).map((name, index) => [name, shown[index]]))).toEqual({
      organizationId: workspace.organizationId,
      workspaceId: workspace.workspaceId,
      reportId: schedule.reportId,
      scheduleId: schedule.scheduleId,
      occurrenceState: 'missed',
      scheduledFor: new Date(OWED),
      reportName: memo?.['report'],
      reportRunId: undefined,
      runState: undefined,
      failureCode: 'missed',
      failureCause: [`instants too old to be run: 1, the latest of them ${OWED}`],
      comparisonName: undefined,
      judgeName: undefined,
    });
  });
});
