import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cadence } from '../../../domain/schedules/cadence.ts';
import { openSchedulesWorld, type SchedulesWorld } from './schedules-world.ts';

let world: SchedulesWorld;
beforeAll(async () => {
  world = await openSchedulesWorld();
});
afterAll(() => world.close());

const daily = (anchor: string): Cadence => ({ mode: 'interval', frequency: 'daily', anchor });
const hourly = (anchor: string): Cadence => ({ mode: 'interval', frequency: 'hourly', anchor });
const weekly = (anchor: string): Cadence => ({ mode: 'interval', frequency: 'weekly', anchor });
const plan = (workspaceId: string) => world.planner().plan(workspaceId);

describe('a plan', () => {
  it('has no work in a workspace without schedules', async () => {
    const { workspaceId } = await world.house();
    expect(await plan(workspaceId)).toEqual({
      workspaceName: 'Ws',
      inFlight: undefined,
      dueInMs: undefined,
      schedules: [],
      stopped: [],
    });
  });

  it('waits for the next instant, and lists the schedules by their instants', async () => {
    const house = await world.house();
    world.clock.set('2026-03-02T08:00:00.000Z');
    const later = await world.plant(house, {
      cadence: daily('2026-03-02T10:00:00.000Z'),
      nextRunAt: '2026-03-02T10:00:00.000Z',
      reportName: 'Later',
    });
    const sooner = await world.plant(house, {
      cadence: daily('2026-03-02T08:00:00.001Z'),
      nextRunAt: '2026-03-02T08:00:00.001Z',
      reportName: 'Sooner',
    });
    expect(await plan(house.workspaceId)).toEqual({
      workspaceName: 'Ws',
      inFlight: undefined,
      dueInMs: 1,
      schedules: [
        {
          scheduleId: sooner,
          reportName: 'Sooner',
          nextRunAt: new Date('2026-03-02T08:00:00.001Z'),
          fault: undefined,
        },
        { scheduleId: later, reportName: 'Later', nextRunAt: new Date('2026-03-02T10:00:00.000Z'), fault: undefined },
      ],
      stopped: [],
    });
    expect(await world.occurrences(house.workspaceId)).toEqual([]);
  });

  it('claims its due instant, with everything that is pinned', async () => {
    const house = await world.house();
    world.clock.set('2026-03-02T08:00:00.000Z');
    const scheduleId = await world.plant(house, {
      cadence: daily('2026-03-02T08:00:00.000Z'),
      nextRunAt: '2026-03-02T08:00:00.000Z',
      windowSeconds: 90_000,
    });
    const planned = await plan(house.workspaceId);
    const [occurrence] = await world.occurrences(house.workspaceId);
    expect(planned.inFlight).toEqual({
      occurrenceId: occurrence!.occurrence_id,
      state: 'claimed',
      attempt: 0,
      scheduleId,
      reportId: house.reportId,
      reportName: 'Weekly cost',
      organizationId: house.organizationId,
      workspaceId: house.workspaceId,
      scheduledFor: new Date('2026-03-02T08:00:00.000Z'),
      windowFrom: new Date('2026-03-01T07:00:00.000Z'),
      windowTo: new Date('2026-03-02T08:00:00.000Z'),
      skippedCount: 0,
      runId: '',
      runAttempt: 0,
    });
    expect(planned.dueInMs).toBe(86_400_000);
    expect(occurrence).toMatchObject({
      schedule_id: scheduleId,
      state: 'claimed',
      window_from: new Date('2026-03-01T07:00:00.000Z'),
      window_to: new Date('2026-03-02T08:00:00.000Z'),
      schedule_revision: 1n,
      view_revision: 1n,
      recipient_subject_ids: [house.ownerId, house.otherId],
      run_id: '',
      skipped_count: 0,
      skipped_from: null,
      skipped_to: null,
      finished_at: null,
    });
    expect(await world.schedule(scheduleId)).toMatchObject({
      next_run_at: new Date('2026-03-03T08:00:00.000Z'),
      next_local_date: null,
      last_scheduled_for: new Date('2026-03-02T08:00:00.000Z'),
      skipped_total: 0n,
      revision: 1n,
    });
  });

  it.each<[string, Cadence, string, string, object, object]>([
    [
      'three hours of an hourly one: the latest is claimed, three are skipped',
      hourly('2026-03-02T08:00:00.000Z'),
      '2026-03-02T08:00:00.000Z',
      '2026-03-02T11:20:00.000Z',
      {
        state: 'claimed',
        scheduled_for: new Date('2026-03-02T11:00:00.000Z'),
        skipped_count: 3,
        skipped_from: new Date('2026-03-02T08:00:00.000Z'),
        skipped_to: new Date('2026-03-02T10:00:00.000Z'),
        window_from: new Date('2026-03-01T11:00:00.000Z'),
        window_to: new Date('2026-03-02T11:00:00.000Z'),
      },
      { next_run_at: new Date('2026-03-02T12:00:00.000Z'), skipped_total: 3n },
    ],
    [
      'exactly 24 hours: claimed',
      weekly('2026-03-02T08:00:00.000Z'),
      '2026-03-02T08:00:00.000Z',
      '2026-03-03T08:00:00.000Z',
      { state: 'claimed', scheduled_for: new Date('2026-03-02T08:00:00.000Z'), skipped_count: 0, skipped_from: null },
      { next_run_at: new Date('2026-03-09T08:00:00.000Z'), skipped_total: 0n },
    ],
    [
      '24 hours and a millisecond: missed, itself counted',
      weekly('2026-03-02T08:00:00.000Z'),
      '2026-03-02T08:00:00.000Z',
      '2026-03-03T08:00:00.001Z',
      {
        state: 'missed',
        scheduled_for: new Date('2026-03-02T08:00:00.000Z'),
        skipped_count: 1,
        skipped_from: new Date('2026-03-02T08:00:00.000Z'),
        skipped_to: new Date('2026-03-02T08:00:00.000Z'),
        window_from: null,
        window_to: null,
        run_id: '',
        finished_at: new Date('2026-03-03T08:00:00.001Z'),
      },
      {
        next_run_at: new Date('2026-03-09T08:00:00.000Z'),
        skipped_total: 1n,
        last_scheduled_for: new Date('2026-03-02T08:00:00.000Z'),
      },
    ],
    [
      'three weeks and two days: all three are missed in one record',
      weekly('2026-03-02T08:00:00.000Z'),
      '2026-03-02T08:00:00.000Z',
      '2026-03-18T09:00:00.000Z',
      {
        state: 'missed',
        scheduled_for: new Date('2026-03-16T08:00:00.000Z'),
        skipped_count: 3,
        skipped_from: new Date('2026-03-02T08:00:00.000Z'),
        skipped_to: new Date('2026-03-16T08:00:00.000Z'),
      },
      { next_run_at: new Date('2026-03-23T08:00:00.000Z'), skipped_total: 3n },
    ],
    [
      'nine days of a New York daily across the change of clocks: one claimed, eight skipped',
      { mode: 'wall_clock', frequency: 'daily', local_time: '09:00', timezone: 'America/New_York' },
      '2026-03-03T14:00:00.000Z',
      '2026-03-11T20:00:00.000Z',
      {
        state: 'claimed',
        scheduled_for: new Date('2026-03-11T13:00:00.000Z'),
        skipped_count: 8,
        skipped_from: new Date('2026-03-03T14:00:00.000Z'),
        skipped_to: new Date('2026-03-10T13:00:00.000Z'),
        window_from: new Date('2026-03-10T13:00:00.000Z'),
      },
      { next_run_at: new Date('2026-03-12T13:00:00.000Z'), next_local_date: '2026-03-12', skipped_total: 8n },
    ],
  ])('catches up: %s', async (_, cadence, nextRunAt, now, occurrence, schedule) => {
    const house = await world.house();
    const scheduleId = await world.plant(house, { cadence, nextRunAt });
    world.clock.set(now);
    await plan(house.workspaceId);
    const written = await world.occurrences(house.workspaceId);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject(occurrence);
    expect(await world.schedule(scheduleId)).toMatchObject(schedule);
  });

  it('shows a missed instant to operators and continues with the next due schedule', async () => {
    const house = await world.house();
    const old = await world.plant(house, {
      cadence: weekly('2026-03-02T08:00:00.000Z'),
      nextRunAt: '2026-03-02T08:00:00.000Z',
    });
    const young = await world.plant(house, {
      cadence: daily('2026-03-04T08:00:00.000Z'),
      nextRunAt: '2026-03-04T08:00:00.000Z',
    });
    world.clock.set('2026-03-04T08:30:00.000Z');
    const { inFlight } = await plan(house.workspaceId);
    const [missed, claimed] = await world.occurrences(house.workspaceId);
    expect(missed).toMatchObject({ schedule_id: old, state: 'missed' });
    expect(claimed).toMatchObject({ schedule_id: young, state: 'claimed' });
    expect(inFlight?.occurrenceId).toBe(claimed?.occurrence_id);
    expect(await world.ordered(missed!.occurrence_id)).toEqual(['show_missed_occurrence']);
    expect(await world.ordered(claimed!.occurrence_id)).toEqual([]);
  });

  it('claims the oldest due instant first, one at a time; a waiting one keeps its window', async () => {
    const house = await world.house();
    const instants = ['2026-03-02T08:20:00.000Z', '2026-03-02T08:00:00.000Z', '2026-03-02T08:10:00.000Z'];
    for (const at of instants) await world.plant(house, { cadence: daily(at), nextRunAt: at });
    world.clock.set('2026-03-02T08:30:00.000Z');
    const taken: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { inFlight } = await plan(house.workspaceId);
      expect(inFlight?.windowTo).toEqual(inFlight?.scheduledFor);
      taken.push(inFlight!.scheduledFor.toISOString());
      world.clock.set(`2026-03-02T1${round}:00:00.000Z`);
      await world.transitions.cancel(inFlight!.occurrenceId);
    }
    expect(taken).toEqual([...instants].sort());
    expect((await plan(house.workspaceId)).inFlight).toBeUndefined();
  });

  it('claims two instants of the same time in the order of their ids', async () => {
    const house = await world.house();
    const at = '2026-03-02T08:00:00.000Z';
    const first = await world.plant(house, { cadence: daily(at), nextRunAt: at });
    await world.plant(house, { cadence: daily(at), nextRunAt: at });
    world.clock.set(at);
    expect((await plan(house.workspaceId)).inFlight?.scheduleId).toBe(first);
  });

  it('returns the occurrence in flight, in any state and for any number of requests', async () => {
    const house = await world.house();
    world.clock.set('2026-03-02T08:00:00.000Z');
    const { occurrenceId, scheduleId } = await world.claimed(house);
    for (const state of ['claimed', 'running', 'cancelling']) {
      await world.pool.query('UPDATE report_occurrences SET state = $2, attempt = 3 WHERE occurrence_id = $1', [
        occurrenceId,
        state,
      ]);
      expect((await plan(house.workspaceId)).inFlight).toMatchObject({ occurrenceId, scheduleId, state, attempt: 3 });
    }
    expect(await world.occurrences(house.workspaceId)).toHaveLength(1);
  });

  it('names the run in flight, and its attempts so far', async () => {
    const house = await world.house();
    world.clock.set('2026-03-02T08:00:00.000Z');
    const { runId } = await world.running(house);
    expect((await plan(house.workspaceId)).inFlight).toMatchObject({ state: 'running', runId, runAttempt: 0 });
    await world.runs.claim({ runId, leaseMs: 15_000 });
    expect((await plan(house.workspaceId)).inFlight).toMatchObject({ state: 'running', runId, runAttempt: 1 });
  });

  it('is due immediately if one plan cannot record all missed instants', async () => {
    const house = await world.house();
    for (let index = 0; index < 53; index += 1) {
      await world.plant(house, {
        cadence: weekly('2026-03-02T08:00:00.000Z'),
        nextRunAt: '2026-03-02T08:00:00.000Z',
        reportName: `Report ${index}`,
      });
    }
    world.clock.set('2026-03-05T08:00:00.000Z');
    const first = await plan(house.workspaceId);
    expect([first.inFlight, first.dueInMs, first.schedules.length]).toEqual([undefined, 0, 20]);
    expect(await world.occurrences(house.workspaceId)).toHaveLength(50);
    const second = await plan(house.workspaceId);
    expect([second.inFlight, second.dueInMs]).toEqual([undefined, 4 * 86_400_000]);
    expect(await world.occurrences(house.workspaceId)).toHaveLength(53);
  });

  it('changes no revision and no time of change', async () => {
    const house = await world.house();
    world.clock.set('2026-03-02T08:00:00.000Z');
    const { scheduleId } = await world.claimed(house);
    world.clock.set('2026-03-02T09:00:00.000Z');
    expect(await world.schedule(scheduleId)).toMatchObject({
      revision: 1n,
      updated_at: new Date('2026-03-02T08:00:00.000Z'),
    });
  });

  it('does not claim a paused schedule', async () => {
    const house = await world.house();
    const at = '2026-03-02T08:00:00.000Z';
    const scheduleId = await world.plant(house, { cadence: daily(at), nextRunAt: at });
    await world.pool.query(
      `UPDATE report_schedules SET paused = true, pause_reason = 'manual', next_run_at = NULL WHERE schedule_id = $1`,
      [scheduleId],
    );
    world.clock.set('2026-03-02T09:00:00.000Z');
    expect(await plan(house.workspaceId)).toMatchObject({ inFlight: undefined, dueInMs: undefined, schedules: [] });
  });

  it('does not claim a claimed instant again, and continues', async () => {
    const house = await world.house();
    world.clock.set('2026-03-02T08:00:00.000Z');
    const { scheduleId, occurrenceId } = await world.claimed(house);
    await world.transitions.cancel(occurrenceId);
    // A clock that was set back, or another release of the time-zone database, may cause this state.
    await world.pool.query('UPDATE report_schedules SET next_run_at = $2 WHERE schedule_id = $1', [
      scheduleId,
      '2026-03-02T08:00:00.000Z',
    ]);
    expect((await plan(house.workspaceId)).inFlight).toBeUndefined();
    expect(await world.occurrences(house.workspaceId)).toHaveLength(1);
    expect(await world.schedule(scheduleId)).toMatchObject({
      next_run_at: new Date('2026-03-03T08:00:00.000Z'),
      skipped_total: 0n,
    });
  });
});
