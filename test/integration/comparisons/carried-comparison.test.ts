import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPARISON_RUN_MESSAGES } from '../../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/search-attributes.ts';
import type { ComparisonProgress } from '../../../workflows/comparisons/comparison-display.ts';
import type { RecordedAnswer } from '../../../providers/playback/recorded-answer.ts';
import { makeCaseContent } from '../../../testing/api/made-case.ts';
import { BASELINE_MODEL, CANDIDATE_MODEL, JUDGE_MODEL } from '../../../testing/comparisons/started-run.ts';
import { waitForWorkflowEnd } from '../../../testing/wait-for-workflow-end.ts';
import { openCarryingWorld, type CarryingWorld } from './carrying-world.ts';

let world: CarryingWorld;

beforeAll(async () => {
  world = await openCarryingWorld();
});
afterAll(() => world.close());

const ask = (number: number) => `How much is ${number} times 7?`;
const labeled = (number: number) =>
  makeCaseContent({
    messages: [{ role: 'user', content: ask(number) }],
    label: { kind: 'number', expected: String(number * 7), tolerance: '0' },
  });
const judged = (number: number) =>
  makeCaseContent({
    messages: [{ role: 'user', content: ask(number) }],
    label: null,
    reference_notes: `It is ${number * 7}.`,
  });

const USAGE = { input_tokens: 20, output_tokens: 5 };
/** The baseline is correct for even numbers, and the candidate for all numbers. */
const ARMS_ANSWERS = (numbers: readonly number[]): RecordedAnswer[] =>
  numbers.flatMap((number) => [
    { prompt: ask(number), model: BASELINE_MODEL, text: `#### ${number * 7 + (number % 2)}`, usage: USAGE },
    { prompt: ask(number), model: CANDIDATE_MODEL, text: `#### ${number * 7}`, usage: USAGE },
  ]);

const NUMBERS = [1, 2, 3, 4];

async function verdicts(runId: string): Promise<string[]> {
  const { rows } = await world.store.pool.query<{ line: string }>(
    `SELECT position || ' ' || arm || ' ' || outcome || ' ' || reason_code AS line FROM comparison_verdicts
     WHERE run_id = $1 ORDER BY position, arm`,
    [runId],
  );
  return rows.map(({ line }) => line.trim());
}

interface Sums {
  state: string;
  failure_code: string;
  reserved: string;
  settled: string;
  /** The charges of the calls, one by one. */
  charged: string;
  attempts: number;
}

async function sums(runId: string): Promise<Sums> {
  const { rows } = await world.store.pool.query<Sums>(
    `SELECT n.state, n.failure_code, n.reserved_nano_usd AS reserved, n.settled_nano_usd AS settled,
       (SELECT coalesce(sum(c.settled_nano_usd), 0) FROM comparison_calls c WHERE c.run_id = n.run_id) AS charged,
       (SELECT coalesce(sum(c.attempt), 0)::int FROM comparison_calls c WHERE c.run_id = n.run_id) AS attempts
     FROM comparison_runs n WHERE n.run_id = $1`,
    [runId],
  );
  return rows[0]!;
}

async function callsOut(runId: string): Promise<number | undefined> {
  const { rows } = await world.store.pool.query<{ out: number }>(
    `SELECT count(*)::int AS out FROM comparison_calls WHERE run_id = $1 AND state = 'reserved'`,
    [runId],
  );
  return rows[0]?.out;
}

describe('a comparison run on Temporal', () => {
  it('checks answers against labels, pays the provider’s bill, and completes', async () => {
    const provider = await world.provider(ARMS_ANSWERS(NUMBERS));
    const setup = await world.place(provider);
    const runId = await world.queue(setup, { cases: NUMBERS.map(labeled) });
    await world.work();
    await world.start(runId);
    const handle = world.client.workflow.getHandle(runId);
    expect(await handle.result()).toEqual({ state: 'complete', failure_code: '' });
    expect(await verdicts(runId)).toEqual([
      '0 baseline fail',
      '0 candidate pass',
      '1 baseline pass',
      '1 candidate pass',
      '2 baseline fail',
      '2 candidate pass',
      '3 baseline pass',
      '3 candidate pass',
    ]);
    const bill = await provider.bill();
    expect(new Set(bill.map(({ call_id }) => call_id)).size).toBe(8);
    expect(bill).toHaveLength(8);
    // 20 and 5 tokens at 1 and 5 USD, and at 5 and 25 USD, per million: four times each.
    const { charged, ...rest } = await sums(runId);
    expect(rest).toEqual({ state: 'complete', failure_code: '', reserved: '0', settled: '1080000', attempts: 8 });
    expect(charged).toBe('1080000');
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.runState)).toBe('complete');
    expect(await handle.query<ComparisonProgress>(COMPARISON_RUN_MESSAGES.progress)).toEqual({
      state: 'complete',
      calls: { of: 'answers', ended: 8, wanted: 8 },
      failures: {},
      spentPercent: 0,
      waiting: '',
    });
  });

  it('stores the request and answer of each cell, and no request of a judge', async () => {
    const provider = await world.provider([
      ...ARMS_ANSWERS([1]),
      {
        contains: ['It is 7.'],
        model: JUDGE_MODEL,
        structured: { reason: 'As the notes say.', verdict: 'pass' },
        usage: USAGE,
      },
    ]);
    const setup = await world.place(provider);
    const runId = await world.queue(setup, { cases: [judged(1)], judgeCeiling: 1_000_000_000n });
    await world.work();
    await world.start(runId);
    expect(await world.client.workflow.getHandle(runId).result()).toEqual({ state: 'complete', failure_code: '' });
    const { rows } = await world.store.pool.query<{
      purpose: string;
      arm: string;
      requestId: string;
      admittedAt: Date;
    }>(
      `SELECT purpose, arm, call_id AS "requestId", reserved_at AS "admittedAt" FROM comparison_calls
       WHERE run_id = $1 ORDER BY purpose, arm`,
      [runId],
    );
    const kept = await Promise.all(
      rows.map(async ({ purpose, arm, ...request }) => {
        const content = await world.contents.find({ workspaceId: setup.workspaceId, ...request });
        return [purpose, arm, content?.request, content?.response];
      }),
    );
    const asked = JSON.stringify([
      { role: 'system', content: 'Answer with a number.' },
      { role: 'user', content: ask(1) },
    ]);
    expect(kept).toEqual([
      ['comparison', 'baseline', asked, '#### 8'],
      ['comparison', 'candidate', asked, '#### 7'],
      ['judge', 'baseline', undefined, undefined],
      ['judge', 'candidate', undefined, undefined],
    ]);
  });

  it('leaves uncertain readings open, and stores what it read', async () => {
    const numbers = [1, 2];
    const provider = await world.provider([
      { prompt: ask(1), model: BASELINE_MODEL, text: 'It is 6–7.', usage: USAGE },
      { prompt: ask(2), model: BASELINE_MODEL, text: 'Die Antwort ist –14.', usage: USAGE },
      ...numbers.map((number) => ({
        prompt: ask(number),
        model: CANDIDATE_MODEL,
        text: `#### ${number * 7}`,
        usage: USAGE,
      })),
    ]);
    const runId = await world.queue(await world.place(provider), { cases: numbers.map(labeled) });
    await world.work();
    await world.start(runId);
    expect(await world.client.workflow.getHandle(runId).result()).toEqual({ state: 'complete', failure_code: '' });
    expect(await verdicts(runId)).toEqual([
      '0 baseline unknown label_check_undecided',
      '0 candidate pass',
      '1 baseline fail',
      '1 candidate pass',
    ]);
    const { rows } = await world.store.pool.query<{ rationale: string }>(
      'SELECT rationale FROM comparison_verdicts WHERE run_id = $1 ORDER BY position, arm',
      [runId],
    );
    expect(rows.map(({ rationale }) => rationale)).toEqual([
      'Can read "6–7" as 6 or 7 or 13 or -1.',
      'Read 7 from "7".',
      'Read -14 from "–14".',
      'Read 14 from "14".',
    ]);
  });

  it('has a judge grade answers without their arm and model', async () => {
    const provider = await world.provider([
      ...ARMS_ANSWERS(NUMBERS),
      ...NUMBERS.map((number): RecordedAnswer => ({
        contains: [`It is ${number * 7}.`, `#### ${number * 7}"`],
        model: JUDGE_MODEL,
        structured: { reason: 'As the notes say.', verdict: 'pass' },
        usage: USAGE,
      })),
      { contains: ['It is 7.'], model: JUDGE_MODEL, structured: { reason: 'Hm.', verdict: 'unknown' }, usage: USAGE },
      { contains: ['#### '], model: JUDGE_MODEL, structured: { reason: 'No.', verdict: 'fail' }, usage: USAGE },
    ]);
    const runId = await world.queue(await world.place(provider), {
      cases: NUMBERS.map(judged),
      judgeCeiling: 1_000_000_000n,
    });
    await world.work();
    await world.start(runId);
    expect(await world.client.workflow.getHandle(runId).result()).toEqual({ state: 'complete', failure_code: '' });
    expect(await verdicts(runId)).toEqual([
      '0 baseline unknown judge_no_verdict',
      '0 candidate pass',
      '1 baseline pass',
      '1 candidate pass',
      '2 baseline fail',
      '2 candidate pass',
      '3 baseline pass',
      '3 candidate pass',
    ]);
    expect(await provider.bill()).toHaveLength(16);
    const { settled, charged, reserved } = await sums(runId);
    expect([reserved, settled]).toEqual(['0', charged]);
  });

  it('reports each refused cell and verdict after its ceiling is reached', async () => {
    const provider = await world.provider(ARMS_ANSWERS(NUMBERS));
    // The ceiling permits one reservation of either model at a time, and a few bills in total.
    const runId = await world.queue(await world.place(provider), { cases: NUMBERS.map(labeled), ceiling: 3_300_000n });
    await world.work();
    await world.start(runId);
    await world.client.workflow.getHandle(runId).result();
    const { settled, charged, reserved } = await sums(runId);
    expect([reserved, settled]).toEqual(['0', charged]);
    expect(BigInt(settled)).toBeLessThanOrEqual(3_300_000n);
    const { rows } = await world.store.pool.query<{ state: string; failure_code: string; reason: string | null }>(
      `SELECT DISTINCT l.state, l.failure_code, v.reason_code AS reason FROM comparison_cells l
       LEFT JOIN comparison_verdicts v USING (run_id, position, arm) WHERE l.run_id = $1 ORDER BY 1`,
      [runId],
    );
    expect(rows).toEqual([
      { state: 'answered', failure_code: '', reason: '' },
      { state: 'failed', failure_code: 'spend_ceiling_exceeded', reason: 'spend_ceiling_exceeded' },
    ]);
  });

  it('pays nothing twice if the provider limits, fails and cuts', async () => {
    const provider = await world.provider(ARMS_ANSWERS(NUMBERS), [
      { fault: 'rate_limited', retry_after_seconds: 1, calls: 2 },
      { fault: 'cut', skip: 4, calls: 1 },
      { fault: 'failing', status: 500, skip: 6, calls: 1 },
    ]);
    const runId = await world.queue(await world.place(provider), { cases: NUMBERS.map(labeled) });
    await world.work();
    await world.start(runId);
    expect(await world.client.workflow.getHandle(runId).result()).toEqual({ state: 'partial', failure_code: '' });
    const bill = await provider.bill();
    expect(new Set(bill.map(({ call_id }) => call_id)).size).toBe(bill.length);
    expect(bill).toHaveLength(8);
    const { rows } = await world.store.pool.query<{ state: string; fault: string; count: number }>(
      `SELECT state, fault, count(*)::int AS count FROM comparison_calls WHERE run_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
      [runId],
    );
    expect(rows).toEqual([
      { state: 'answered', fault: '', count: 6 },
      { state: 'effect_unknown', fault: 'connection_lost', count: 1 },
      { state: 'effect_unknown', fault: 'provider_failed', count: 1 },
    ]);
    const { settled, charged, reserved, attempts } = await sums(runId);
    expect([reserved, settled]).toEqual(['0', charged]);
    expect(attempts).toBe(10);
  });

  it.each([
    { point: 'comparison.after_reserve', state: 'partial', lost: 1, billed: 7 },
    { point: 'comparison.before_settle', state: 'partial', lost: 1, billed: 8 },
    { point: 'comparison.after_settle', state: 'complete', lost: 0, billed: 8 },
  ])('whose call is interrupted at $point pays it once, and lists it if its effect is unknown', async (broken) => {
    const provider = await world.provider(ARMS_ANSWERS(NUMBERS));
    const runId = await world.queue(await world.place(provider), { cases: NUMBERS.map(labeled) });
    let isWhole = true;
    await world.work({
      reach(name) {
        if (name !== broken.point || !isWhole) return;
        isWhole = false;
        throw new Error('The worker is gone.');
      },
    });
    await world.start(runId);
    const { state } = (await world.client.workflow.getHandle(runId).result()) as { state: string };
    expect(state).toBe(broken.state);
    const bill = await provider.bill();
    expect(bill).toHaveLength(broken.billed);
    expect(new Set(bill.map(({ call_id }) => call_id)).size).toBe(broken.billed);
    const { rows } = await world.store.pool.query<{ lost: number; kept: number }>(
      `SELECT (count(*) FILTER (WHERE fault = 'worker_lost' AND settled_nano_usd = reserved_nano_usd))::int AS lost,
         (count(*) FILTER (WHERE state = 'answered'))::int AS kept FROM comparison_calls WHERE run_id = $1`,
      [runId],
    );
    expect(rows).toEqual([{ lost: broken.lost, kept: 8 - broken.lost }]);
    const { settled, charged, reserved } = await sums(runId);
    expect([reserved, settled]).toEqual(['0', charged]);
  });

  it('that is cancelled by hand lets its ten calls in flight end, keeps their cost, and is abandoned', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const provider = await world.provider(ARMS_ANSWERS(numbers), [], 5_000);
    const runId = await world.queue(await world.place(provider), { cases: numbers.map(labeled) });
    await world.work();
    await world.start(runId);
    await expect.poll(() => callsOut(runId), { timeout: 20_000 }).toBe(10);
    const handle = world.client.workflow.getHandle(runId);
    await handle.cancel();
    expect(await waitForWorkflowEnd(handle)).toMatchObject({ status: 'CANCELLED' });
    const { settled, charged, ...rest } = await sums(runId);
    expect(rest).toMatchObject({ state: 'abandoned', failure_code: 'comparison_canceled', reserved: '0' });
    expect(settled).toBe(charged);
    const bill = await provider.bill();
    // Ten more calls waited for a connection.
    expect(bill).toHaveLength(10);
    const { rows } = await world.store.pool.query<{ answered: number; intended: number }>(
      `SELECT (count(*) FILTER (WHERE state = 'answered'))::int AS answered,
         (count(*) FILTER (WHERE state = 'intended'))::int AS intended FROM comparison_cells WHERE run_id = $1`,
      [runId],
    );
    expect(rows).toEqual([{ answered: 10, intended: 30 }]);
  });
});
