import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CalendarWindow } from '../../../domain/insight/windows/calendar-window.ts';
import { createReportRunStore } from '../../../store/reports/report-run-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createSavedViewStore } from '../../../store/views/saved-view-store.ts';
import { newView } from '../../../testing/views/new-view.ts';
import { openSchedulesWorld, type ScheduleTenancy, type SchedulesWorld } from './schedules-world.ts';

let world: SchedulesWorld;
beforeAll(async () => {
  world = await openSchedulesWorld();
});
afterAll(() => world.close());

const QUERY = { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] };
const day = (timezone: string, count = 1): CalendarWindow => ({ unit: 'day', count, timezone });

async function houseOf(calendar: CalendarWindow): Promise<ScheduleTenancy> {
  const house = await world.house();
  const view = newView(house, { query: QUERY });
  delete view.relative_window_seconds;
  const views = createSavedViewStore(world.pool, world.clock);
  const content = { ...view, time_intent: 'calendar', calendar_window: calendar } as const;
  expect(await views.update(house.viewId, '1', content)).toMatchObject({
    time_intent: 'calendar',
    calendar_window: calendar,
    question_revision: '2',
  });
  return house;
}

/**
 * Creates a claimed occurrence of a schedule over the workspace's view, with the revision that its report pins at that
 * time.
 */
async function claimed(house: ScheduleTenancy, calendar: CalendarWindow) {
  const { occurrenceId, scheduleId } = await world.claimed(house, { calendarWindow: calendar, viewRevision: '2' });
  const { window_from, window_to, scheduled_for } = await world.occurrence(occurrenceId);
  const window = [window_from?.toISOString(), window_to?.toISOString()];
  return { occurrenceId, scheduleId, window, scheduledFor: scheduled_for.toISOString() };
}

describe('an occurrence over local days', () => {
  it.each([
    ['of 23 hours', day('Europe/Berlin'), '2026-03-30T06:30:00.000Z', '2026-03-28T23:00', '2026-03-29T22:00', 3_600],
    [
      'of 25 hours',
      day('America/Los_Angeles'),
      '2026-11-02T14:00:00.000Z',
      '2026-11-01T07:00',
      '2026-11-02T08:00',
      -3_600,
    ],
    [
      'of 23.5 hours',
      day('Australia/Lord_Howe'),
      '2026-10-05T00:00:00.000Z',
      '2026-10-03T13:30',
      '2026-10-04T13:00',
      1_800,
    ],
  ])('%s pins them, runs over them, and discloses clock changes', async (_, calendar, at, from, to, seconds) => {
    world.clock.set(at);
    const house = await houseOf(calendar);
    const { occurrenceId, window, scheduledFor } = await claimed(house, calendar);
    expect(scheduledFor).toBe(at);
    expect(window).toEqual([`${from}:00.000Z`, `${to}:00.000Z`]);
    // The window does not depend on the delay of the beginning, even on another day.
    world.clock.set(new Date(Date.parse(at) + 20 * 3_600_000).toISOString());
    const { state, runId } = await world.activities().beginOccurrence({ occurrenceId });
    expect(state).toBe('running');
    const run = (await createReportRunStore(world.pool).findRun(runId))?.run;
    expect(run).toMatchObject({
      window: { from: `${from}:00.000Z`, to: `${to}:00.000Z` },
      calendar_window: calendar,
      clock_change: { timezone: calendar.timezone, seconds },
      display_tz: 'Europe/Berlin',
    });
  });

  it('fails with `window_mismatch` if the view has another window than its claim', async () => {
    world.clock.set('2026-03-30T06:30:00.000Z');
    const house = await houseOf(day('Europe/Berlin', 2));
    const { occurrenceId } = await claimed(house, day('Europe/Berlin'));
    const failed = await world.activities().beginOccurrence({ occurrenceId });
    expect(failed).toMatchObject({ state: 'failed', failureCode: 'window_mismatch' });
  });

  it('is not planned by a process that does not support its zone, and delays no other schedule', async () => {
    world.clock.set('2026-03-30T06:30:00.000Z');
    const house = await houseOf(day('Europe/Berlin'));
    const due = (nextRunAt: string) =>
      ({ cadence: { mode: 'interval', frequency: 'daily', anchor: nextRunAt }, nextRunAt, viewRevision: '2' }) as const;
    const first = due('2026-03-30T06:00:00.000Z');
    const unknown = await world.plant(house, { ...first, calendarWindow: day('Europe/Atlantis') });
    await world.plant(house, { ...due('2026-03-30T06:30:00.000Z'), calendarWindow: day('Europe/Berlin') });
    const { inFlight, schedules } = await world.planner().plan(house.workspaceId);
    expect(inFlight?.windowTo).toEqual(new Date('2026-03-29T22:00:00.000Z'));
    expect(schedules.find((one) => one.scheduleId === unknown)?.fault).toContain('Europe/Atlantis');
  });
});

describe('a schedule whose report pins another window', () => {
  it('uses local days from then on, and elapsed time again after the next pin', async () => {
    world.clock.set('2026-03-30T06:30:00.000Z');
    const house = await world.house();
    const { scheduleId } = await world.claimed(house);
    const reports = createReportStore(world.pool, world.clock);
    const pin = async (revision: string, window: { windowSeconds: number; calendarWindow?: CalendarWindow }) => {
      const edit = { name: 'Weekly cost', recipientSubjectIds: [house.otherId], pin: { viewRevision: '2', ...window } };
      expect(await reports.update(house.reportId, revision, edit)).toBe(true);
      const { rows } = await world.pool.query<{ calendar_window: unknown; window_seconds: bigint }>(
        'SELECT calendar_window, window_seconds FROM report_schedules WHERE schedule_id = $1',
        [scheduleId],
      );
      return rows[0];
    };
    const calendarWindow = day('Europe/Berlin');
    expect(await pin('1', { windowSeconds: 86_400, calendarWindow })).toEqual({
      calendar_window: calendarWindow,
      window_seconds: 86_400n,
    });
    expect(await pin('2', { windowSeconds: 3_600 })).toEqual({ calendar_window: null, window_seconds: 3_600n });
  });
});

describe('a run over elapsed time', () => {
  it('discloses the effect of a clock change, by the zone of its labels', async () => {
    world.clock.set('2026-03-29T08:00:00.000Z');
    const { runId } = await world.running(await world.house());
    const run = (await createReportRunStore(world.pool).findRun(runId))?.run;
    expect(run).toMatchObject({
      window: { from: '2026-03-28T08:00:00.000Z', to: '2026-03-29T08:00:00.000Z' },
      clock_change: {
        timezone: 'Europe/Berlin',
        seconds: 3_600,
        local_from: '2026-03-28T09:00:00.000+01:00',
        local_to: '2026-03-29T10:00:00.000+02:00',
      },
    });
    expect(run && 'calendar_window' in run).toBe(false);
  });

  it('discloses nothing without a clock change', async () => {
    world.clock.set('2026-03-28T08:00:00.000Z');
    const { runId } = await world.running(await world.house());
    const run = (await createReportRunStore(world.pool).findRun(runId))?.run;
    expect(run && 'clock_change' in run).toBe(false);
  });
});
