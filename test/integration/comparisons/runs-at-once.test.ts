import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CONCURRENT_CALLS } from '../../../domain/comparisons/run-work.ts';
import type { BilledCall } from '../../../providers/playback/playback-app.ts';
import type { RecordedAnswer } from '../../../providers/playback/recorded-answer.ts';
import { makeCaseContent } from '../../../testing/api/made-case.ts';
import { BASELINE_MODEL, CANDIDATE_MODEL, JUDGE_MODEL } from '../../../testing/comparisons/started-run.ts';
import { openCarryingWorld, type CarryingWorld } from './carrying-world.ts';

let world: CarryingWorld;

beforeAll(async () => {
  world = await openCarryingWorld();
});
afterAll(() => world.close());

const RUNS = 20;
/** A heartbeat so long that no busy worker counts as dead. No worker dies here. */
const HEARTBEAT_MS = 60_000;
const USAGE = { input_tokens: 20, output_tokens: 5 };
/** The cost of a call with that usage, in nano-USD. */
const BILLS: Readonly<Record<string, bigint>> = {
  [BASELINE_MODEL]: 45_000n,
  [CANDIDATE_MODEL]: 225_000n,
  [JUDGE_MODEL]: 16_000n,
};
const ask = (number: number) => `How much is ${number} times 7?`;
const questions = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const ANSWERS: readonly RecordedAnswer[] = [
  ...questions(10).map((number) => ({ prompt: ask(number), text: `#### ${number * 7}`, usage: USAGE })),
  { contains: ['#### '], structured: { reason: 'As the notes say.', verdict: 'pass' }, usage: USAGE },
];
const casesOf = (count: number) =>
  questions(count).map((number) =>
    makeCaseContent({
      messages: [{ role: 'user', content: ask(number) }],
      label: { kind: 'number', expected: String(number * 7), tolerance: '0' },
      reference_notes: `It is ${number * 7}.`,
    }),
  );

const billOf = (calls: readonly BilledCall[]): bigint => calls.reduce((sum, { model }) => sum + BILLS[model]!, 0n);

async function carry(runIds: readonly string[]): Promise<void> {
  await world.work();
  await Promise.all(runIds.map((runId) => world.start(runId, HEARTBEAT_MS)));
  await Promise.all(runIds.map((runId) => world.client.workflow.getHandle(runId).result()));
}

interface Place {
  readonly run_id: string;
  readonly failure_code: string;
  readonly outcome: string | null;
  readonly reason_code: string | null;
  readonly answer_call: string | null;
  readonly judge_call: string | null;
}

/** Every cell of these runs, with its verdict and its calls. */
async function places(runIds: readonly string[]): Promise<Place[]> {
  const { rows } = await world.store.pool.query<Place>(
    `SELECT l.run_id, l.failure_code, v.outcome, v.reason_code, c.call_id AS answer_call, j.call_id AS judge_call
     FROM comparison_cells l LEFT JOIN comparison_verdicts v USING (run_id, position, arm)
       LEFT JOIN comparison_calls c ON (c.run_id, c.position, c.arm, c.purpose) = (l.run_id, l.position, l.arm, 'comparison')
       LEFT JOIN comparison_calls j ON (j.run_id, j.position, j.arm, j.purpose) = (l.run_id, l.position, l.arm, 'judge')
     WHERE l.run_id = ANY ($1)`,
    [runIds],
  );
  return rows;
}

/** The spend of each run by its row, in total and for its judge. No reservation remains. */
async function spent(runIds: readonly string[]): Promise<Map<string, { all: bigint; judge: bigint }>> {
  const { rows } = await world.store.pool.query<{ run_id: string; all: string; judge: string }>(
    `SELECT run_id, settled_nano_usd AS all, judge_settled_nano_usd AS judge FROM comparison_runs
     WHERE run_id = ANY ($1) AND reserved_nano_usd = 0 AND judge_reserved_nano_usd = 0`,
    [runIds],
  );
  return new Map(rows.map(({ run_id, all, judge }) => [run_id, { all: BigInt(all), judge: BigInt(judge) }]));
}

const callsOf = (bill: readonly BilledCall[], ids: readonly (string | null)[]): BilledCall[] =>
  bill.filter(({ call_id }) => ids.includes(call_id));

describe('twenty concurrent runs', () => {
  it('stay within the budget of their workspace, and report each cell that exceeded it', async () => {
    const budget = 6_000_000n;
    const provider = await world.provider(ANSWERS, [], 20);
    const setup = await world.place(provider, budget);
    const cases = casesOf(2);
    const runIds = await Promise.all(Array.from({ length: RUNS }, () => world.queue(setup, { cases })));
    await carry(runIds);

    const bill = await provider.bill();
    const made = await places(runIds);
    const answered = made.filter(({ answer_call }) => answer_call !== null);
    const refused = made.filter(({ answer_call }) => answer_call === null);
    expect(made).toHaveLength(RUNS * 4);
    // All calls together would cost 10,800,000.
    expect(refused.length).toBeGreaterThan(RUNS);
    expect(bill.map(({ call_id }) => call_id).sort()).toEqual(answered.map(({ answer_call }) => answer_call).sort());
    expect(new Set(answered.map(({ outcome }) => outcome))).toEqual(new Set(['pass']));
    for (const { failure_code, outcome, reason_code } of refused)
      expect({ failure_code, outcome, reason_code }).toEqual({
        failure_code: 'spend_ceiling_exceeded',
        outcome: 'unknown',
        reason_code: 'spend_ceiling_exceeded',
      });
    expect(billOf(bill)).toBeLessThanOrEqual(budget);
    const { rows } = await world.store.pool.query<{ reserved: string; settled: string }>(
      `SELECT reserved_nano_usd AS reserved, settled_nano_usd AS settled FROM comparison_budgets WHERE workspace_id = $1`,
      [setup.workspaceId],
    );
    expect(rows).toEqual([{ reserved: '0', settled: String(billOf(bill)) }]);
  });

  it('stay within their ceilings, and report the ceiling of each refused cell', async () => {
    const provider = await world.provider(ANSWERS, [], 20);
    const setup = await world.place(provider);
    const cases = casesOf(3);
    // The ceilings of one half permit every answer and some verdicts. Those of the other half permit only some answers.
    const ceilings = [
      { ceiling: 1_000_000_000n, judgeCeiling: 1_600_000n },
      { ceiling: 3_300_000n, judgeCeiling: 1_000_000_000n },
    ];
    const runs = await Promise.all(
      Array.from({ length: RUNS }, async (_, index) => {
        const under = ceilings[index % 2]!;
        return { ...under, runId: await world.queue(setup, { cases, ...under }) };
      }),
    );
    const runIds = runs.map(({ runId }) => runId);
    await carry(runIds);

    const bill = await provider.bill();
    const made = await places(runIds);
    const sums = await spent(runIds);
    const seen = new Set<string>();
    for (const { runId, ceiling, judgeCeiling } of runs) {
      const own = made.filter((one) => one.run_id === runId);
      const all = own.flatMap(({ answer_call, judge_call }) => [answer_call, judge_call]);
      const judged = own.map(({ judge_call }) => judge_call);
      const [paid, paidToJudge] = [all, judged].map((ids) => billOf(callsOf(bill, ids)));
      expect(sums.get(runId)).toEqual({ all: paid, judge: paidToJudge });
      expect(paid).toBeLessThanOrEqual(ceiling);
      expect(paidToJudge).toBeLessThanOrEqual(judgeCeiling);
      for (const one of own)
        seen.add(`${missingOf(one)}: ${one.failure_code || 'answered'}, ${one.outcome} ${one.reason_code}`.trim());
    }
    // If the answers have used up the ceiling of the run, it permits no call of its judge. The order of the calls
    // decides whether this happens.
    seen.delete('verdict: answered, unknown spend_ceiling_exceeded');
    expect([...seen].sort()).toEqual([
      'answer: spend_ceiling_exceeded, unknown spend_ceiling_exceeded',
      'nothing: answered, pass',
      'verdict: answered, unknown judge_ceiling_reached',
    ]);
  });
});

function missingOf({ answer_call, judge_call }: Place): string {
  if (answer_call === null) return 'answer';
  return judge_call === null ? 'verdict' : 'nothing';
}

describe('a connection', () => {
  it('has ten concurrent calls, over all runs and all workers', async () => {
    const provider = await world.provider(ANSWERS, [], 1_000);
    const setup = await world.place(provider);
    const runIds = await Promise.all([1, 2, 3].map(() => world.queue(setup, { cases: casesOf(10) })));
    await world.work();
    await carry(runIds);
    expect(await provider.bill()).toHaveLength(60);
    expect(provider.calls().max).toBeLessThanOrEqual(MAX_CONCURRENT_CALLS);
  });
});
