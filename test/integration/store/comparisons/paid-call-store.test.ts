import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseTrafficLine } from '../../../../contracts/ingest/lines/parse-traffic-line.ts';
import { ARMS } from '../../../../domain/comparisons/figures/cell.ts';
import type { RunCallKey } from '../../../../domain/comparisons/run-call.ts';
import { createComparisonRunTransitions } from '../../../../store/comparisons/comparison-run-transitions.ts';
import { createPaidCallStore, type PaidCallStore } from '../../../../store/comparisons/paid-call-store.ts';
import type { Reservation } from '../../../../store/comparisons/reservation.ts';
import type { IntendedCall } from '../../../../store/comparisons/reserve-call.ts';
import type { CallSettlement } from '../../../../store/comparisons/settle-call.ts';
import { makeCaseContent } from '../../../../testing/api/made-case.ts';
import {
  BASELINE_MODEL,
  makeComparisonSetup,
  queueRun,
  setBudget,
  type ComparisonSetup,
} from '../../../../testing/comparisons/started-run.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let calls: PaidCallStore;
let tenancy: Tenancy;
let setup: ComparisonSetup;

beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
  calls = createPaidCallStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(async () => {
  tenancy = await makeTenancy(world);
  setup = await makeComparisonSetup(world, tenancy);
  await setBudget(world, setup.workspaceId, 1_000n);
});

const ANSWERED: CallSettlement = {
  state: 'answered',
  fault: '',
  price: { state: 'priced', nanos: '30', revision: 'table 1' },
  usage: { input_tokens: 12, output_tokens: 3 },
  latencyMs: 450,
  answeredModel: 'claude-haiku-4-5-20251001',
  providerRequestId: 'req_1',
  limitedForMs: undefined,
  ending: { kind: 'answered', answer: '#### 42', durationMs: 450 },
};
const LIMITED: CallSettlement = {
  ...ANSWERED,
  state: 'refused',
  fault: 'rate_limited',
  price: undefined,
  usage: undefined,
  answeredModel: undefined,
  ending: { kind: 'again' },
};

/** Starts a run whose arms are in progress. */
async function startRun(change: Partial<Parameters<typeof queueRun>[2]> = {}): Promise<string> {
  const runId = await queueRun(world, setup, {
    cases: [makeCaseContent(), makeCaseContent()],
    ceiling: 1_000n,
    ...change,
  });
  await createComparisonRunTransitions(world.pool, world.clock).begin(runId);
  return runId;
}

const first = (runId: string, change: Partial<RunCallKey> = {}): RunCallKey => ({
  runId,
  position: 0,
  arm: 'baseline',
  purpose: 'comparison',
  ...change,
});

const wish = (at: RunCallKey, maxNanoUsd = 100n, connectionId = setup.connectionId): IntendedCall => ({
  ...{ ...at, connectionId, model: BASELINE_MODEL, maxNanoUsd },
  asksWhileLimited: false,
});

const reserve = (...asked: Parameters<typeof wish>): Promise<Reservation> => calls.reserve(wish(...asked));

/** All cells of a run over this number of cases. */
const placesOf = (runId: string, cases: number): RunCallKey[] =>
  Array.from({ length: cases }, (_, position) => ARMS.map((arm) => first(runId, { position, arm }))).flat();

async function reserved(at: RunCallKey, max?: bigint): Promise<{ callId: string; attempt: number }> {
  const reservation = await reserve(at, max);
  if (reservation.kind !== 'reserved') throw new Error(`It was not reserved: ${reservation.kind}.`);
  return reservation;
}

/** The reserved and settled amounts of run, judge and budget. */
async function sums(runId: string): Promise<string[]> {
  const { rows } = await world.pool.query<Record<'rr' | 'rs' | 'jr' | 'js' | 'br' | 'bs', string>>(
    `SELECT n.reserved_nano_usd AS rr, n.settled_nano_usd AS rs, n.judge_reserved_nano_usd AS jr,
       n.judge_settled_nano_usd AS js, b.reserved_nano_usd AS br, b.settled_nano_usd AS bs
     FROM comparison_runs n, comparison_budgets b WHERE n.run_id = $1 AND b.workspace_id = $2`,
    [runId, setup.workspaceId],
  );
  const { rr, rs, jr, js, br, bs } = rows[0]!;
  return [rr, rs, jr, js, br, bs];
}

async function cellOf({ runId, position, arm }: RunCallKey) {
  const { rows } = await world.pool.query<{ state: string; failure_code: string; answer: string | null }>(
    'SELECT state, failure_code, answer FROM comparison_cells WHERE run_id = $1 AND position = $2 AND arm = $3',
    [runId, position, arm],
  );
  return rows[0];
}

async function trafficOf(callId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await world.pool.query<{ line: string }>(
    `SELECT line FROM control_plane_events WHERE line::jsonb ->> 'logical_request_id' = $1 ORDER BY place`,
    [callId],
  );
  expect(rows.map(({ line }) => parseTrafficLine(line)).filter((parsed) => 'reason' in parsed)).toEqual([]);
  return rows.map(({ line }) => JSON.parse(line) as Record<string, unknown>);
}

describe('a paid call', () => {
  it('is reserved, and settled at its price with its cell and its traffic', async () => {
    const runId = await startRun();
    const call = await reserved(first(runId));
    expect(call).toEqual({ kind: 'reserved', callId: expect.stringMatching(/^ccall_/) as string, attempt: 1 });
    expect(await sums(runId)).toEqual(['100', '0', '0', '0', '100', '0']);
    expect(await cellOf(first(runId))).toEqual({ state: 'dispatched', failure_code: '', answer: null });

    world.clock.set('2026-03-02T08:00:01.000Z');
    expect(await calls.settle(call, ANSWERED)).toBe(true);
    expect(await sums(runId)).toEqual(['0', '30', '0', '0', '0', '30']);
    expect(await cellOf(first(runId))).toEqual({ state: 'answered', failure_code: '', answer: '#### 42' });
    const traffic = await trafficOf(call.callId);
    expect(traffic.map(({ event, purpose }) => [event, purpose])).toEqual([
      ['request_admitted', 'comparison'],
      ['attempt', 'comparison'],
      ['cost_effect', 'comparison'],
      ['request_terminal', 'comparison'],
    ]);
    const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = tenancy;
    expect(traffic[2]).toEqual({
      event: 'cost_effect',
      schema: 1,
      scope: {
        organization_id: organizationId,
        workspace_id: workspaceId,
        application_id: applicationId,
        gateway_id: gatewayId,
        environment_id: environmentId,
      },
      purpose: 'comparison',
      logical_request_id: call.callId,
      release_id: setup.releaseId,
      route_id: setup.routeId,
      effect_id: call.callId,
      effect_kind: 'settlement',
      attempt_id: call.callId,
      provider_id: 'anthropic',
      provider_model: BASELINE_MODEL,
      connection_id: setup.connectionId,
      occurred_at: '2026-03-02T08:00:01.000Z',
      price_state: 'priced',
      nanos: '30',
      estimated: false,
    });
    world.clock.set('2026-03-02T08:00:00.000Z');
  });

  it('is settled once, and reserved once', async () => {
    const runId = await startRun();
    const reservations = await Promise.all([1, 2, 3].map(() => reserve(first(runId))));
    expect(reservations.map(({ kind }) => kind).sort()).toEqual(['made_before', 'made_before', 'reserved']);
    const call = reservations.find((one) => one.kind === 'reserved')!;
    const settled = await Promise.all(Array.from({ length: 8 }, () => calls.settle(call, ANSWERED)));
    expect(settled.filter((isDone) => isDone)).toEqual([true]);
    expect(await sums(runId)).toEqual(['0', '30', '0', '0', '0', '30']);
    expect(await trafficOf(call.callId)).toHaveLength(4);
    expect(await reserve(first(runId))).toEqual({ kind: 'made_before' });
  });

  it('with a transient refusal costs nothing, and is repeated with the same row', async () => {
    const runId = await startRun();
    const call = await reserved(first(runId));
    expect(await calls.settle(call, LIMITED)).toBe(true);
    expect(await sums(runId)).toEqual(['0', '0', '0', '0', '0', '0']);
    expect(await cellOf(first(runId))).toEqual({ state: 'intended', failure_code: '', answer: null });
    expect(await trafficOf(call.callId)).toEqual([]);

    const again = await reserved(first(runId), 120n);
    expect(again).toEqual({ kind: 'reserved', callId: call.callId, attempt: 2 });
    expect(await sums(runId)).toEqual(['120', '0', '0', '0', '120', '0']);
    // A holder of the first attempt cannot settle the second.
    expect(await calls.settle(call, ANSWERED)).toBe(false);
    expect(await calls.settle(again, ANSWERED)).toBe(true);
    expect((await trafficOf(call.callId)).map((event) => event['attempt_count'] ?? event['ordinal'])).toEqual([
      undefined,
      2,
      undefined,
      2,
    ]);
  });

  it.each<[string, Partial<CallSettlement>, string, string]>([
    [
      'was refused permanently',
      { ...LIMITED, fault: 'key_refused', ending: { kind: 'failed', failureCode: 'key_refused' } },
      '0',
      'key_refused',
    ],
    [
      'failed with a bill',
      {
        state: 'failed_with_bill',
        fault: 'output_truncated',
        ending: { kind: 'failed', failureCode: 'output_truncated' },
      },
      '30',
      'output_truncated',
    ],
    [
      'has a bill without a price',
      {
        state: 'failed_with_bill',
        fault: 'answer_empty',
        price: { state: 'unpriced', reason: 'usage_unknown', revision: 'table 1' },
        ending: { kind: 'failed', failureCode: 'answer_empty' },
      },
      '100',
      'answer_empty',
    ],
    [
      'has an unknown effect',
      {
        state: 'effect_unknown',
        fault: 'timed_out',
        price: undefined,
        usage: undefined,
        ending: { kind: 'failed', failureCode: 'timed_out' },
      },
      '100',
      'timed_out',
    ],
  ])('that %s is charged in this way', async (_, change, charged, failureCode) => {
    const runId = await startRun();
    const call = await reserved(first(runId));
    await calls.settle(call, { ...ANSWERED, ...change });
    expect(await sums(runId)).toEqual(['0', charged, '0', '0', '0', charged]);
    expect(await cellOf(first(runId))).toEqual({ state: 'failed', failure_code: failureCode, answer: null });
    expect(await reserve(first(runId))).toEqual({ kind: 'made_before' });
    await trafficOf(call.callId);
  });

  it('of a dead process has an unknown effect: it costs its reservation, and is not repeated', async () => {
    const runId = await startRun();
    const call = await reserved(first(runId));
    expect(await reserve(first(runId))).toEqual({ kind: 'made_before' });
    expect(await calls.reserved(runId)).toEqual([first(runId)]);
    await calls.settleLost(first(runId));
    await calls.settleLost(first(runId));
    expect(await calls.reserved(runId)).toEqual([]);
    expect(await sums(runId)).toEqual(['0', '100', '0', '0', '0', '100']);
    expect(await cellOf(first(runId))).toEqual({ state: 'failed', failure_code: 'worker_lost', answer: null });
    expect(await calls.settle(call, ANSWERED)).toBe(false);
    expect(
      (await trafficOf(call.callId)).map(({ event, status, price_state }) => [event, status ?? price_state]),
    ).toEqual([
      ['request_admitted', undefined],
      ['attempt', undefined],
      ['cost_effect', 'unpriced'],
      ['request_terminal', 'unknown'],
    ]);
  });

  it('does not begin after a request to cancel the run', async () => {
    const runId = await startRun();
    await world.pool.query('UPDATE comparison_runs SET cancel_requested_at = $2 WHERE run_id = $1', [
      runId,
      world.clock.now(),
    ]);
    expect(await reserve(first(runId))).toEqual({ kind: 'stopped' });
    expect(await reserve(first(runId, { purpose: 'judge' }))).toEqual({ kind: 'made_before' });
    expect(await sums(runId)).toEqual(['0', '0', '0', '0', '0', '0']);
  });

  it('is refused without a budget', async () => {
    const runId = await startRun();
    await world.pool.query('DELETE FROM comparison_budgets WHERE workspace_id = $1', [setup.workspaceId]);
    expect(await reserve(first(runId))).toEqual({ kind: 'no_room', ceiling: 'spend_ceiling_exceeded' });
  });
});

describe('a judge’s call', () => {
  it('counts against the ceiling of the judge, and leaves a verdict', async () => {
    const runId = await startRun({
      cases: [makeCaseContent({ label: null, reference_notes: 'n' })],
      judgeCeiling: 150n,
    });
    for (const arm of ARMS) await calls.settle(await reserved(first(runId, { arm })), ANSWERED);
    await createComparisonRunTransitions(world.pool, world.clock).beginScoring(runId);
    const judge = first(runId, { purpose: 'judge' });
    const call = await reserved(judge);
    expect(await sums(runId)).toEqual(['100', '60', '100', '0', '100', '60']);
    expect(await reserve({ ...judge, arm: 'candidate' })).toEqual({
      kind: 'no_room',
      ceiling: 'judge_ceiling_reached',
    });
    await calls.settle(call, {
      ...ANSWERED,
      ending: { kind: 'verdict', outcome: 'pass', reasonCode: '', rationale: 'It is 42.' },
    });
    expect(await sums(runId)).toEqual(['0', '90', '0', '30', '0', '90']);
    const { rows } = await world.pool.query(
      'SELECT arm, source, outcome, reason_code, rationale FROM comparison_verdicts WHERE run_id = $1',
      [runId],
    );
    expect(rows).toEqual([
      { arm: 'baseline', source: 'judge', outcome: 'pass', reason_code: '', rationale: 'It is 42.' },
    ]);
    expect((await trafficOf(call.callId)).map(({ purpose }) => purpose)).toEqual(Array(4).fill('judge'));
    expect(await reserve(judge)).toEqual({ kind: 'made_before' });
  });
});

describe('twenty concurrent runs', () => {
  it('exceed neither the budget of their workspace nor their ceilings', async () => {
    const cases = Array.from({ length: 5 }, () => makeCaseContent());
    // Every run intends ten calls of 100 and may make seven. The budget covers 111 of the 140.
    await setBudget(world, setup.workspaceId, 11_199n);
    const runIds = await Promise.all(Array.from({ length: 20 }, () => startRun({ cases, ceiling: 799n })));
    // Each run has separate connections, so that only money limits its calls.
    const wanted = await Promise.all(
      runIds.map(async (runId) => {
        const { connectionId } = await makeComparisonSetup(world, await makeTenancy(world));
        return placesOf(runId, cases.length).map((at) => ({ at, connectionId }));
      }),
    );
    const made = await Promise.all(wanted.flat().map(({ at, connectionId }) => reserve(at, 100n, connectionId)));
    const kept = made.filter((one) => one.kind === 'reserved');
    expect(kept).toHaveLength(111);
    expect(made.filter(({ kind }) => kind !== 'reserved')).toEqual(
      Array(89).fill({ kind: 'no_room', ceiling: 'spend_ceiling_exceeded' }),
    );
    const { rows } = await world.pool.query<{ most: string; past: number }>(
      `SELECT max(reserved_nano_usd) AS most, (count(*) FILTER (WHERE reserved_nano_usd > 799))::int AS past
       FROM comparison_runs WHERE run_id = ANY($1)`,
      [runIds],
    );
    expect(rows).toEqual([{ most: '700', past: 0 }]);
    // The part of the reservations that the calls did not use becomes available again, and no more than that.
    await Promise.all(kept.map((call) => calls.settle(call, ANSWERED)));
    expect((await sums(runIds[0]!)).slice(4)).toEqual(['0', '3330']);
  });
});

describe('a connection', () => {
  it('has ten calls in flight, for any runs', async () => {
    const cases = Array.from({ length: 3 }, () => makeCaseContent());
    const runIds = await Promise.all([1, 2, 3].map(() => startRun({ cases })));
    await setBudget(world, setup.workspaceId, 10_000n);
    const wanted = runIds.flatMap((runId) => placesOf(runId, cases.length));
    const made = await Promise.all(wanted.map((at) => reserve(at)));
    const out = made.filter((one) => one.kind === 'reserved');
    expect(out).toHaveLength(10);
    expect(made.filter(({ kind }) => kind !== 'reserved')).toEqual(Array(8).fill({ kind: 'busy' }));
    // A waiting call has no reservation.
    expect((await sums(runIds[0]!)).slice(4)).toEqual(['1000', '0']);

    const left = wanted.filter((_, index) => made[index]!.kind === 'busy');
    expect(await reserve(left[0]!, 100n, setup.judgeId)).toMatchObject({ kind: 'reserved' });
    await calls.settle(out[0]!, ANSWERED);
    expect((await Promise.all(left.slice(1).map((at) => reserve(at)))).map(({ kind }) => kind).sort()).toEqual([
      ...Array<string>(6).fill('busy'),
      'reserved',
    ]);
  });

  it('that is busy does not prevent a run from stopping', async () => {
    const cases = Array.from({ length: 6 }, () => makeCaseContent());
    const runId = await startRun({ cases, ceiling: 10_000n });
    await setBudget(world, setup.workspaceId, 10_000n);
    const wanted = placesOf(runId, cases.length);
    for (const at of wanted.slice(0, 10)) await reserved(at);
    expect(await reserve(wanted[10]!)).toEqual({ kind: 'busy' });
    await world.pool.query('UPDATE comparison_runs SET cancel_requested_at = $2 WHERE run_id = $1', [
      runId,
      world.clock.now(),
    ]);
    expect(await reserve(wanted[10]!)).toEqual({ kind: 'stopped' });
  });

  it('with a limit of its provider is unused for that time by all runs, except for a last attempt', async () => {
    const runIds = await Promise.all([1, 2].map(() => startRun()));
    const call = await reserved(first(runIds[0]!));
    expect(await calls.settle(call, { ...LIMITED, limitedForMs: 3_600_000 })).toBe(true);
    const shorter = await calls.reserve({ ...wish(first(runIds[0]!)), asksWhileLimited: true });
    if (shorter.kind !== 'reserved') throw new Error(`A last try was not reserved: ${shorter.kind}.`);
    // A later, shorter limit does not shorten an earlier one.
    expect(await calls.settle(shorter, { ...LIMITED, limitedForMs: 1_000 })).toBe(true);

    world.clock.set('2026-03-02T08:59:59.000Z');
    expect(await reserve(first(runIds[1]!))).toEqual({ kind: 'limited', forMs: 1_000 });
    expect(await reserve(first(runIds[1]!), 100n, setup.judgeId)).toMatchObject({ kind: 'reserved' });
    world.clock.set('2026-03-02T09:00:00.000Z');
    expect(await reserve(first(runIds[0]!))).toMatchObject({ kind: 'reserved', attempt: 3 });
    world.clock.set('2026-03-02T08:00:00.000Z');
  });
});
