import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArmEvidence } from '../../../../domain/comparisons/case-evidence.ts';
import type { RunCallKey } from '../../../../domain/comparisons/run-call.ts';
import { createComparisonRunTransitions } from '../../../../store/comparisons/comparison-run-transitions.ts';
import { createPaidCallStore } from '../../../../store/comparisons/paid-call-store.ts';
import type { CallSettlement } from '../../../../store/comparisons/settle-call.ts';
import { createRunEvidenceStore } from '../../../../store/comparisons/run-evidence-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { makeCaseContent } from '../../../../testing/api/made-case.ts';
import {
  BASELINE_MODEL,
  JUDGE_MODEL,
  makeComparisonSetup,
  queueRun,
  setBudget,
  type ComparisonSetup,
} from '../../../../testing/comparisons/started-run.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let setup: ComparisonSetup;

beforeAll(async () => {
  world = await openStoreWorld();
  setup = await makeComparisonSetup(world, await makeTenancy(world));
  await setBudget(world, setup.workspaceId, 1_000_000n);
});
afterAll(() => world.close());

const ANSWERED: CallSettlement = {
  state: 'answered',
  fault: '',
  price: { state: 'priced', nanos: '30', revision: 'table 1' },
  usage: { input_tokens: 12, output_tokens: 3 },
  latencyMs: 450,
  answeredModel: BASELINE_MODEL,
  providerRequestId: 'req_1',
  limitedForMs: undefined,
  ending: { kind: 'answered', answer: '#### 42', durationMs: 450 },
};
const UNPRICED: CallSettlement = {
  ...ANSWERED,
  price: { state: 'unpriced', reason: 'usage_unknown', revision: 'table 1' },
};
const REFUSED: CallSettlement = {
  ...ANSWERED,
  state: 'refused',
  fault: 'key_refused',
  price: undefined,
  ending: { kind: 'failed', failureCode: 'key_refused' },
};
const LOST: CallSettlement = {
  ...ANSWERED,
  state: 'effect_unknown',
  fault: 'connection_lost',
  price: undefined,
  ending: { kind: 'failed', failureCode: 'connection_lost' },
};

async function make(at: RunCallKey, settlement: CallSettlement): Promise<void> {
  const calls = createPaidCallStore(world.pool, world.clock);
  const [connectionId, model] =
    at.purpose === 'judge' ? [setup.judgeId, JUDGE_MODEL] : [setup.connectionId, BASELINE_MODEL];
  const reserved = await calls.reserve({ ...at, connectionId, model, maxNanoUsd: 100n, asksWhileLimited: false });
  if (reserved.kind !== 'reserved') throw new Error(`It was not reserved: ${reserved.kind}.`);
  await calls.settle(reserved, settlement);
}

async function say(at: Omit<RunCallKey, 'purpose'>, source: string, outcome: string, createdAt: string): Promise<void> {
  await world.pool.query(
    `INSERT INTO comparison_verdicts (verdict_id, run_id, position, arm, source, outcome, reason_code, subject_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[newId('comparisonVerdict'), at.runId, at.position, at.arm, source, outcome],
      ...[outcome === 'unknown' ? 'judge_no_verdict' : '', source === 'human' ? setup.ownerId : null, createdAt],
    ],
  );
}

const answered = (cost: object) => ({ state: 'answered', failureCode: '', cost, durationMs: 450 });
const failed = (failureCode: string, cost: object) => ({ state: 'failed', failureCode, cost, durationMs: undefined });
const INTENDED = { state: 'intended', failureCode: '', cost: { state: 'unbilled' }, durationMs: undefined };

describe('the evidence of a run', () => {
  it('has the cells with their cost and the valid verdict of each case, in the order of the sample', async () => {
    const runId = await queueRun(world, setup, {
      cases: [makeCaseContent({ critical: true }), makeCaseContent(), makeCaseContent(), makeCaseContent()],
      ceiling: 10_000n,
      judgeCeiling: 10_000n,
    });
    const moves = createComparisonRunTransitions(world.pool, world.clock);
    await moves.begin(runId);
    const at = (position: number, arm: RunCallKey['arm']) => ({ runId, position, arm });
    await make({ ...at(0, 'baseline'), purpose: 'comparison' }, ANSWERED);
    await make({ ...at(0, 'candidate'), purpose: 'comparison' }, UNPRICED);
    await make({ ...at(1, 'baseline'), purpose: 'comparison' }, REFUSED);
    await make({ ...at(1, 'candidate'), purpose: 'comparison' }, LOST);
    await moves.failCell(at(2, 'baseline'), 'spend_ceiling_exceeded');
    await make({ ...at(2, 'candidate'), purpose: 'comparison' }, ANSWERED);
    await say(at(0, 'baseline'), 'judge', 'unknown', '2026-03-02T09:00:00.000Z');
    // A verdict of a person takes precedence over a machine's at any time. Among people, the newest verdict counts.
    await say(at(0, 'candidate'), 'human', 'fail', '2026-03-02T08:10:00.000Z');
    await say(at(0, 'candidate'), 'human', 'pass', '2026-03-02T08:20:00.000Z');
    await say(at(0, 'candidate'), 'judge', 'fail', '2026-03-02T09:00:00.000Z');
    // The cost of its judge is not a cost of the arm.
    await world.pool.query(
      `INSERT INTO comparison_calls (call_id, run_id, position, arm, purpose, connection_id, model, reserved_nano_usd, state,
         settled_nano_usd, price, reserved_at, settled_at)
       VALUES ($1, $2, 2, 'candidate', 'judge', $3, $4, 100, 'answered', 70, $5, $6, $6)`,
      [
        ...[newId('comparisonCall'), runId, setup.judgeId, JUDGE_MODEL],
        ...[{ state: 'priced', nanos: '70', revision: 'table 1' }, world.clock.now()],
      ],
    );

    const cases = await createRunEvidenceStore(world.pool).cases(runId);
    const priced = { state: 'priced', nanoUsd: 30n };
    const verdict = (source: string, outcome: string, reasonCode = '') => ({ source, outcome, reasonCode });
    const expected: { baseline: unknown; candidate: unknown }[] = [
      {
        baseline: { cell: answered(priced), verdict: verdict('judge', 'unknown', 'judge_no_verdict') },
        candidate: { cell: answered({ state: 'unpriced' }), verdict: verdict('human', 'pass') },
      },
      {
        baseline: { cell: failed('key_refused', { state: 'unbilled' }), verdict: undefined },
        candidate: { cell: failed('connection_lost', { state: 'unpriced' }), verdict: undefined },
      },
      {
        baseline: { cell: failed('spend_ceiling_exceeded', { state: 'unbilled' }), verdict: undefined },
        candidate: { cell: answered(priced), verdict: undefined },
      },
      { baseline: { cell: INTENDED, verdict: undefined }, candidate: { cell: INTENDED, verdict: undefined } },
    ];
    expect(cases.map(({ baseline, candidate }): Record<string, ArmEvidence> => ({ baseline, candidate }))).toEqual(
      expected,
    );
    expect(cases.map(({ critical }) => critical)).toEqual([true, false, false, false]);
    expect(new Set(cases.map(({ caseId }) => caseId)).size).toBe(4);
  });

  it('of a missing run is empty', async () => {
    expect(await createRunEvidenceStore(world.pool).cases(newId('comparisonRun'))).toEqual([]);
  });
});
