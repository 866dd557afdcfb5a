import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultPoints } from '../../../domain/kernel/fault-points.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createTenancyNodeStore } from '../../../store/tenancy/tenancy-node-store.ts';
import { openSchedulesWorld, type ScheduleTenancy, type SchedulesWorld } from './schedules-world.ts';

let world: SchedulesWorld;
beforeAll(async () => {
  world = await openSchedulesWorld();
});
afterAll(() => world.close());

const AT = '2026-03-02T08:00:00.000Z';
const LATER = '2026-03-02T08:05:00.000Z';
beforeEach(() => world.clock.set(AT));

const deliver = (occurrenceId: string) => world.activities().deliverOccurrence({ occurrenceId });
const revoke = (bindingId: string) => createAccessBindingStore(world.pool, world.clock).remove(bindingId);
const subject = async (house: ScheduleTenancy): Promise<string> =>
  (
    await createTenancyNodeStore(world.pool, world.clock).create('subject', {
      name: 'Third',
      parentId: house.organizationId,
    })
  ).id;

/** Creates an occurrence whose run has an answer. */
async function answered(
  house: ScheduleTenancy,
  recipients?: readonly string[],
): Promise<{ occurrenceId: string; runId: string }> {
  const running = await world.running(house, recipients && { recipients });
  await world.answer(running.runId);
  return running;
}

describe('an occurrence whose run has an answer', () => {
  it('is delivered to each recipient once, with only identifiers', async () => {
    const house = await world.house();
    const { occurrenceId, runId } = await answered(house);
    world.clock.set(LATER);
    const delivered = {
      state: 'delivered',
      attempt: 0,
      failureCode: '',
      runId,
      runAttempt: 1,
      deliveredCount: 2,
      suppressedCount: 0,
    };
    expect(await deliver(occurrenceId)).toEqual(delivered);
    expect(await deliver(occurrenceId)).toEqual(delivered);
    const { rows } = await world.pool.query<{ delivery_id: string; schedule_id: string }>(
      'SELECT * FROM report_inbox_items WHERE source_id = $1 ORDER BY recipient',
      [occurrenceId],
    );
    const { schedule_id: scheduleId } = await world.occurrence(occurrenceId);
    expect(rows).toEqual(
      [house.ownerId, house.otherId].sort().map((recipient, index) => ({
        delivery_id: rows[index]?.delivery_id,
        organization_id: house.organizationId,
        workspace_id: house.workspaceId,
        recipient,
        event_type: 'report_delivered',
        source_kind: 'report_occurrence',
        source_id: occurrenceId,
        report_id: house.reportId,
        run_id: runId,
        schedule_id: scheduleId,
        delivered_at: new Date(LATER),
        read_at: null,
      })),
    );
    expect(rows.every(({ delivery_id: id }) => /^rdlv_[0-9a-z]{26}$/.test(id))).toBe(true);
    expect((await world.occurrence(occurrenceId)).finished_at).toEqual(new Date(LATER));
  });

  it('is delivered once by ten concurrent deliveries', async () => {
    const house = await world.house();
    const { occurrenceId } = await answered(house);
    const all = await Promise.all(Array.from({ length: 10 }, () => deliver(occurrenceId)));
    expect(all.map(({ state, deliveredCount }) => [state, deliveredCount])).toEqual(Array(10).fill(['delivered', 2]));
    expect(await world.served(occurrenceId)).toEqual([house.ownerId, house.otherId].sort());
  });

  it.each<[string, (house: ScheduleTenancy) => Promise<unknown>, (house: ScheduleTenancy) => string[]]>([
    ['a recipient has lost access', ({ otherBindingId }) => revoke(otherBindingId), ({ ownerId }) => [ownerId]],
    ['the owner has lost access', ({ ownerBindingId }) => revoke(ownerBindingId), ({ otherId }) => [otherId]],
    [
      'a recipient no longer has metadata.read',
      async (house) => {
        await revoke(house.otherBindingId);
        const binding = { subjectId: house.otherId, actions: ['cost.read'] as const, nodeId: house.workspaceId };
        await createAccessBindingStore(world.pool, world.clock).create({ ...binding, actions: [...binding.actions] });
      },
      ({ ownerId }) => [ownerId],
    ],
    [
      'a recipient was removed from the report',
      ({ reportId }) =>
        world.pool.query(`UPDATE reports SET recipient_subject_ids = '{}' WHERE report_id = $1`, [reportId]),
      ({ ownerId }) => [ownerId],
    ],
    [
      'no recipient may open it any more',
      ({ ownerBindingId, otherBindingId }) => Promise.all([ownerBindingId, otherBindingId].map(revoke)),
      () => [],
    ],
  ])('suppresses items that cannot be opened, and delivers the others: %s', async (_, change, served) => {
    const house = await world.house();
    const { occurrenceId } = await answered(house);
    await change(house);
    const expected = served(house);
    expect(await deliver(occurrenceId)).toMatchObject({
      state: 'delivered',
      deliveredCount: expected.length,
      suppressedCount: 2 - expected.length,
    });
    expect(await world.served(occurrenceId)).toEqual(expected);
  });

  it('delivers to recipients with more access than the run, and not to those with less', async () => {
    const house = await world.house();
    const { occurrenceId } = await answered(house);
    const nodes = createTenancyNodeStore(world.pool, world.clock);
    await revoke(house.otherBindingId);
    const { id: elsewhere } = await nodes.create('environment', { name: 'Other', parentId: house.gatewayId });
    await createAccessBindingStore(world.pool, world.clock).create({
      subjectId: house.otherId,
      actions: ['metadata.read'],
      nodeId: elsewhere,
    });
    await deliver(occurrenceId);
    expect(await world.served(occurrenceId)).toEqual([house.ownerId]);
  });

  it('uses the recipients that the claim pinned', async () => {
    const house = await world.house();
    const third = await subject(house);
    const { occurrenceId } = await answered(house, [house.otherId]);
    await world.pool.query('UPDATE report_schedules SET recipient_subject_ids = $2 WHERE workspace_id = $1', [
      house.workspaceId,
      [house.ownerId, third],
    ]);
    expect(await deliver(occurrenceId)).toMatchObject({ deliveredCount: 1, suppressedCount: 0 });
    expect(await world.served(occurrenceId)).toEqual([house.otherId]);
  });

  it('delivers to no recipient that the claim did not pin, for any input', async () => {
    const house = await world.house();
    const { occurrenceId } = await answered(house, [house.ownerId]);
    const eligible = [house.otherId, house.ownerId];
    expect(await world.transitions.settle({ occurrenceId, eligible })).toMatchObject({
      state: 'delivered',
      deliveredCount: 1,
      suppressedCount: 0,
    });
    expect(await world.served(occurrenceId)).toEqual([house.ownerId]);
  });

  it('is delivered without items if it has no recipients', async () => {
    const house = await world.house();
    const { occurrenceId } = await answered(house, []);
    expect(await deliver(occurrenceId)).toMatchObject({ state: 'delivered', deliveredCount: 0, suppressedCount: 0 });
  });

  it('is not delivered without items by a process that read it before it had recipients', async () => {
    const house = await world.house();
    const { occurrenceId, runId } = await world.running(house);
    const early = world.activities({
      transitions: {
        findDeliverable: async (id) => {
          const found = await world.transitions.findDeliverable(id);
          await world.answer(runId);
          return found;
        },
      },
    });
    expect(await early.deliverOccurrence({ occurrenceId })).toMatchObject({ state: 'running' });
    expect(await deliver(occurrenceId)).toMatchObject({ state: 'delivered', deliveredCount: 2 });
  });

  it('reaches its fault points around the delivery, and stores no item before it commits', async () => {
    const house = await world.house();
    const { occurrenceId } = await answered(house);
    const reached: string[] = [];
    const faultPoints: FaultPoints = { reach: (name) => reached.push(name) };
    await world.activities({ faultPoints }).deliverOccurrence({ occurrenceId });
    expect(reached).toEqual(['occurrence.before_delivery', 'occurrence.after_delivery']);
    const killed = (name: string): FaultPoints => ({
      reach(at) {
        if (at === name) throw new Error('killed');
      },
    });
    const next = await answered(await world.house());
    const dying = world.activities({ faultPoints: killed('occurrence.before_delivery') });
    await expect(dying.deliverOccurrence(next)).rejects.toMatchObject({ type: 'store_unavailable' });
    expect(await world.served(next.occurrenceId)).toEqual([]);
    const late = world.activities({ faultPoints: killed('occurrence.after_delivery') });
    await expect(late.deliverOccurrence(next)).rejects.toMatchObject({ type: 'store_unavailable' });
    expect(await deliver(next.occurrenceId)).toMatchObject({ state: 'delivered', deliveredCount: 2 });
    expect(await world.served(next.occurrenceId)).toHaveLength(2);
  });
});

describe('an occurrence whose run has no answer', () => {
  it('waits while its run is unsettled', async () => {
    const { occurrenceId, runId } = await world.running(await world.house());
    expect(await deliver(occurrenceId)).toMatchObject({ state: 'running' });
    await world.runs.claim({ runId, leaseMs: 15_000 });
    expect(await deliver(occurrenceId)).toMatchObject({ state: 'running', runAttempt: 1 });
    expect(await world.transitions.settle({ occurrenceId, eligible: [] })).toMatchObject({ state: 'running' });
  });

  it('has the failure of its run, unchanged', async () => {
    const { occurrenceId, runId } = await world.running(await world.house());
    await world.runs.claim({ runId, leaseMs: 15_000 });
    await world.runs.settleFailed({ runId, attempt: 1, code: 'read_context_expired', detail: 'It expired.' });
    world.clock.set(LATER);
    expect(await deliver(occurrenceId)).toMatchObject({ state: 'failed', failureCode: 'read_context_expired', runId });
    expect(await world.occurrence(occurrenceId)).toMatchObject({
      failure_detail: 'It expired.',
      finished_at: new Date(LATER),
      delivered_count: 0,
      suppressed_count: 0,
    });
  });

  it('is cancelled with its run', async () => {
    const { occurrenceId, runId } = await world.running(await world.house());
    await world.pool.query(`UPDATE report_runs SET state = 'cancelled' WHERE run_id = $1`, [runId]);
    expect(await deliver(occurrenceId)).toMatchObject({ state: 'cancelled', failureCode: 'run_cancelled' });
  });

  it.each<[string, string]>([
    ['was removed by a sweep', `UPDATE report_runs SET state = 'expired' WHERE run_id = $1`],
    ['has expired', `UPDATE report_runs SET expires_at = '${AT}' WHERE run_id = $1`],
  ])('fails if its answer %s', async (_, change) => {
    const house = await world.house();
    const { occurrenceId, runId } = await answered(house);
    await world.pool.query(change, [runId]);
    expect(await deliver(occurrenceId)).toMatchObject({ state: 'failed', failureCode: 'run_expired', runId });
    expect(await world.served(occurrenceId)).toEqual([]);
  });

  it('fails if its report was deleted, and is not delivered', async () => {
    const house = await world.house();
    const { occurrenceId } = await answered(house);
    await createReportStore(world.pool, world.clock).delete(house.reportId);
    expect(await deliver(occurrenceId)).toMatchObject({
      state: 'failed',
      failureCode: 'report_deleted',
      runAttempt: 0,
    });
    expect(await world.served(occurrenceId)).toEqual([]);
  });

  it('fails if only the row of its run was removed', async () => {
    const { occurrenceId, runId } = await world.running(await world.house());
    await world.pool.query('DELETE FROM report_runs WHERE run_id = $1', [runId]);
    expect(await deliver(occurrenceId)).toMatchObject({ state: 'failed', failureCode: 'report_deleted' });
  });

  it('ends as cancelled with the code of the stop, although its run has an answer', async () => {
    const { occurrenceId } = await answered(await world.house());
    await world.pool.query(
      `UPDATE report_occurrences SET state = 'cancelling', failure_code = 'schedule_deleted', failure_detail = 'Gone.'
       WHERE occurrence_id = $1`,
      [occurrenceId],
    );
    expect(await deliver(occurrenceId)).toMatchObject({ state: 'cancelled', failureCode: 'schedule_deleted' });
    expect(await world.occurrence(occurrenceId)).toMatchObject({ failure_detail: 'Gone.', delivered_count: 0 });
    expect(await world.served(occurrenceId)).toEqual([]);
  });

  it('is an unknown occurrence', async () => {
    const occurrenceId = newId('reportOccurrence');
    await expect(deliver(occurrenceId)).rejects.toMatchObject({ type: 'store_unavailable' });
  });
});
