import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../store/postgres/new-id.ts';
import { insertRun } from '../../../store/reports/report-run-store.ts';
import { newRun } from '../../../testing/reports/new-report.ts';
import { openSchedulesWorld, type SchedulesWorld } from './schedules-world.ts';

let world: SchedulesWorld;
beforeAll(async () => {
  world = await openSchedulesWorld();
});
afterAll(() => world.close());

const AT = '2026-03-02T08:00:00.000Z';
const LATER = '2026-03-02T08:05:00.000Z';
beforeEach(() => world.clock.set(AT));

const count = (occurrenceId: string, attempt: number) =>
  world.activities().countOccurrenceFailure({ occurrenceId, attempt, detail: 'The store was away.' });
const cancel = (occurrenceId: string) => world.activities().settleCancelledOccurrence({ occurrenceId });
const stop = (occurrenceId: string) =>
  world.pool.query(
    `UPDATE report_occurrences SET state = 'cancelling', failure_code = 'schedule_paused', failure_detail = 'Paused.'
     WHERE occurrence_id = $1`,
    [occurrenceId],
  );
const runState = async (runId: string): Promise<string> => (await world.runs.read(runId)).state;

describe('the failures of an occurrence', () => {
  it('are counted once each, and the fifth ends it', async () => {
    const { occurrenceId } = await world.claimed(await world.house());
    for (const attempt of [1, 1, 2, 3, 3, 2, 4]) await count(occurrenceId, attempt);
    expect(await world.transitions.read(occurrenceId)).toMatchObject({ state: 'claimed', attempt: 4, failureCode: '' });
    world.clock.set(LATER);
    const ended = await count(occurrenceId, 5);
    expect(ended).toMatchObject({ state: 'failed', attempt: 5, failureCode: 'attempts_exhausted', runId: '' });
    expect(await count(occurrenceId, 5)).toEqual(ended);
    expect(await world.occurrence(occurrenceId)).toMatchObject({
      failure_detail: '5 tries failed; the last one: The store was away.',
      finished_at: new Date(LATER),
    });
  });

  it('are not counted out of order or late', async () => {
    const { occurrenceId } = await world.claimed(await world.house());
    expect(await count(occurrenceId, 2)).toMatchObject({ attempt: 0 });
    expect(await count(occurrenceId, 5)).toMatchObject({ attempt: 0, state: 'claimed' });
    await count(occurrenceId, 1);
    await count(occurrenceId, 2);
    expect(await count(occurrenceId, 1)).toMatchObject({ attempt: 2 });
  });

  it('are counted once for five concurrent reports', async () => {
    const { occurrenceId } = await world.claimed(await world.house());
    await Promise.all(Array.from({ length: 5 }, () => count(occurrenceId, 1)));
    expect(await world.transitions.read(occurrenceId)).toMatchObject({ attempt: 1 });
  });

  it('end an unsettled run at the fifth, and do not change a settled run', async () => {
    const one = await world.running(await world.house());
    for (const attempt of [1, 2, 3, 4, 5]) await count(one.occurrenceId, attempt);
    expect(await runState(one.runId)).toBe('cancelled');
    const other = await world.running(await world.house());
    await world.answer(other.runId);
    for (const attempt of [1, 2, 3, 4, 5]) await count(other.occurrenceId, attempt);
    expect(await runState(other.runId)).toBe('ready');
    expect(await world.transitions.read(other.occurrenceId)).toMatchObject({
      state: 'failed',
      failureCode: 'attempts_exhausted',
      runAttempt: 1,
    });
  });

  it('end an occurrence in cancellation as cancelled', async () => {
    const { occurrenceId } = await world.running(await world.house());
    await stop(occurrenceId);
    for (const attempt of [1, 2, 3, 4]) expect(await count(occurrenceId, attempt)).toMatchObject({ attempt });
    expect(await count(occurrenceId, 5)).toMatchObject({ state: 'cancelled', failureCode: 'schedule_paused' });
    expect((await world.occurrence(occurrenceId)).failure_detail).toBe('Paused.');
  });

  it('have the maximum length of a problem', async () => {
    const { occurrenceId } = await world.claimed(await world.house());
    for (const attempt of [1, 2, 3, 4]) await count(occurrenceId, attempt);
    await world.transitions.countFailure({ occurrenceId, attempt: 5, detail: 'x'.repeat(10_000) });
    expect((await world.occurrence(occurrenceId)).failure_detail).toHaveLength(4_096);
  });

  it('do not change an occurrence that has ended', async () => {
    const { occurrenceId } = await world.claimed(await world.house());
    await cancel(occurrenceId);
    expect(await count(occurrenceId, 1)).toMatchObject({ state: 'cancelled', attempt: 0 });
  });
});

describe('an occurrence whose workflow was cancelled', () => {
  it('is cancelled before it has a run', async () => {
    const { occurrenceId } = await world.claimed(await world.house());
    world.clock.set(LATER);
    const cancelled = await cancel(occurrenceId);
    expect(cancelled).toMatchObject({ state: 'cancelled', failureCode: 'run_cancelled', runId: '' });
    expect(await cancel(occurrenceId)).toEqual(cancelled);
    expect((await world.occurrence(occurrenceId)).finished_at).toEqual(new Date(LATER));
  });

  it('is cancelled with the run that it has', async () => {
    const { occurrenceId, runId } = await world.running(await world.house());
    await world.runs.claim({ runId, leaseMs: 15_000 });
    expect(await cancel(occurrenceId)).toMatchObject({ state: 'cancelled', failureCode: 'run_cancelled', runId });
    expect(await runState(runId)).toBe('cancelled');
    expect(await world.ordered(runId)).toEqual([]);
  });

  it('keeps the code of the stop', async () => {
    const { occurrenceId, runId } = await world.running(await world.house());
    await stop(occurrenceId);
    expect(await cancel(occurrenceId)).toMatchObject({ state: 'cancelled', failureCode: 'schedule_paused' });
    expect((await world.occurrence(occurrenceId)).failure_detail).toBe('Paused.');
    expect(await runState(runId)).toBe('cancelled');
  });

  it('keeps the answer of its run', async () => {
    const { occurrenceId, runId } = await world.running(await world.house());
    await world.answer(runId);
    await cancel(occurrenceId);
    expect(await runState(runId)).toBe('ready');
    expect(await world.served(occurrenceId)).toEqual([]);
  });

  it('keeps its end', async () => {
    const { occurrenceId, runId } = await world.running(await world.house());
    await world.answer(runId);
    await world.activities().deliverOccurrence({ occurrenceId });
    expect(await cancel(occurrenceId)).toMatchObject({ state: 'delivered', deliveredCount: 2 });
  });

  it('frees its workspace immediately', async () => {
    const house = await world.house();
    const { occurrenceId } = await world.claimed(house);
    const waiting = await world.plant(house, {
      cadence: { mode: 'interval', frequency: 'daily', anchor: AT },
      nextRunAt: AT,
    });
    await cancel(occurrenceId);
    expect((await world.planner().plan(house.workspaceId)).inFlight?.scheduleId).toBe(waiting);
  });
});

describe('an occurrence that ends while its run is created', () => {
  it.each([
    ['by its workflow', cancel, 0, 'cancelled'],
    ['by its fifth failure', (id: string) => count(id, 5), 4, 'failed'],
  ])('%s also ends the run, which would otherwise be abandoned', async (_, end, failures, state) => {
    const house = await world.house();
    const { occurrenceId } = await world.claimed(house);
    for (let attempt = 1; attempt <= failures; attempt += 1) await count(occurrenceId, attempt);
    const run = newRun(house, house.reportId, { run_id: newId('reportRun'), occurrence_id: occurrenceId });
    const beginning = await world.pool.connect();
    await beginning.query('BEGIN');
    await beginning.query(`UPDATE report_occurrences SET state = 'running', run_id = $2 WHERE occurrence_id = $1`, [
      occurrenceId,
      run.run_id,
    ]);
    const ended = end(occurrenceId);
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(async () => (await world.pool.query(waiting)).rowCount).toBe(1);
    await insertRun(beginning, run, world.clock.now());
    await beginning.query('COMMIT');
    beginning.release();
    expect(await ended).toMatchObject({ state, runId: run.run_id });
    expect(await runState(run.run_id)).toBe('cancelled');
  });
});
