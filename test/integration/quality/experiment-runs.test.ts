import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CellResult } from '../../../domain/quality/experiments/cell-result.ts';
import type { FaultPoints } from '../../../domain/kernel/fault-points.ts';
import type { RecordedAnswer } from '../../../providers/playback/recorded-answer.ts';
import { BASELINE_MODEL, CANDIDATE_MODEL } from '../../../testing/comparisons/started-run.ts';
import { makeArm } from '../../../testing/quality/make-experiment.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { waitForWorkflowEnd } from '../../../testing/wait-for-workflow-end.ts';
import { EXPERIMENT_RUN_MESSAGES } from '../../../workflows/public.ts';
import type { ExperimentProgress } from '../../../workflows/quality/experiment-display.ts';
import { openExperimentWorld, recordVerdict, type ExperimentWorld } from './experiment-world.ts';

let world: ExperimentWorld;

beforeAll(async () => {
  world = await openExperimentWorld();
});
afterAll(() => world.close());

const USAGE = { input_tokens: 20, output_tokens: 5 };
const ITEMS = ['r1', 'r2', 'r3'];

/** The baseline answers `old …` and the candidate `new …`; the judge passes all answers but `old r1`. */
const REPLAYED: RecordedAnswer[] = ITEMS.flatMap((id) => [
  { prompt: `What is ${id}?`, model: BASELINE_MODEL, text: `old ${id}`, usage: USAGE },
  { prompt: `What is ${id}?`, model: CANDIDATE_MODEL, text: `new ${id}`, usage: USAGE },
  recordVerdict(`old ${id}`, id === 'r1' ? 'fail' : 'pass'),
  recordVerdict(`new ${id}`, 'pass'),
]);

interface Sums {
  readonly state: string;
  readonly reserved: string;
  readonly settled: string;
  readonly charged: string;
  readonly answers: number;
}

async function sumsOf(runId: string): Promise<Sums | undefined> {
  const { rows } = await world.store.pool.query<Sums>(
    `SELECT n.state, n.reserved_nano_usd AS reserved, n.settled_nano_usd AS settled,
       (SELECT coalesce(sum(c.settled_nano_usd), 0) FROM quality_experiment_calls c WHERE c.run_id = n.run_id) AS charged,
       (SELECT count(*)::int FROM quality_experiment_cells l WHERE l.run_id = n.run_id AND l.answer IS NOT NULL) AS answers
     FROM quality_experiment_runs n WHERE n.run_id = $1`,
    [runId],
  );
  return rows[0];
}

const lines = (cells: readonly CellResult[]): string[] =>
  cells.map(({ requestId, arm, verdict, reason, costNanoUsd }) =>
    [requestId, arm, verdict, reason, costNanoUsd].join(' ').trim(),
  );

describe('a replay', () => {
  it('asks each arm, judges each answer, pays the provider’s bill, and completes', async () => {
    const provider = await world.provider(REPLAYED);
    const place = await world.place(provider);
    for (const id of ITEMS) place.add(id);
    world.work(place);
    const runId = await world.run(place, await place.experiment(place.replay()));
    const handle = world.client.workflow.getHandle(runId);
    expect(await handle.result()).toEqual({ state: 'complete', code: '', verdict: 'CANNOT_MEASURE' });
    const { workspaceId } = place.setup;
    const cells = await world.runs.cells(workspaceId, runId);
    // 20 and 5 tokens at 1 and 5 USD, and at 5 and 25 USD, per million.
    expect(lines(cells)).toEqual([
      'r1 a fail  45000',
      'r1 b pass  225000',
      'r2 a pass  45000',
      'r2 b pass  225000',
      'r3 a pass  45000',
      'r3 b pass  225000',
    ]);
    expect(new Set(cells.map(({ judgeSubject }) => judgeSubject))).toEqual(new Set([world.subject]));
    const bill = await provider.bill();
    expect([bill.length, new Set(bill.map(({ call_id }) => call_id)).size]).toEqual([12, 12]);
    const sums = await sumsOf(runId);
    expect(sums).toMatchObject({ state: 'complete', reserved: '0', settled: sums?.charged, answers: 0 });
    const run = await world.runs.find(workspaceId, runId);
    expect(run).toMatchObject({ cells: 6, endedCells: 6, unpricedCalls: 0, costNanoUsd: BigInt(sums?.charged ?? 0) });
    expect(run?.result?.comparison.refusal?.code).toBe('judge_not_trusted');
    const progress = await handle.query<ExperimentProgress>(EXPERIMENT_RUN_MESSAGES.progress);
    expect(progress).toMatchObject({ cells: { ended: 6, all: 6 }, failures: {}, verdict: 'CANNOT_MEASURE' });
    const history = textsOf(await handle.fetchHistory());
    expect(history).toContain('ended');
    for (const content of ['What is', 'old r1', 'It is', '45000', '225000']) expect(history).not.toContain(content);
  });

  it('makes the same cells and the same figures again', async () => {
    const provider = await world.provider(REPLAYED);
    const place = await world.place(provider);
    for (const id of ITEMS) place.add(id);
    world.work(place);
    const experimentId = await place.experiment(place.replay());
    const results = [];
    for (let run = 0; run < 2; run += 1) {
      const runId = await world.run(place, experimentId);
      await world.client.workflow.getHandle(runId).result();
      const { workspaceId } = place.setup;
      const { result, facts } = (await world.runs.find(workspaceId, runId)) ?? {};
      const cells = lines(await world.runs.cells(workspaceId, runId));
      results.push(JSON.stringify({ result, facts, cells }));
    }
    expect(results[1]).toBe(results[0]);
  });

  it.each([
    'experiment.after_begin',
    'experiment.after_prepare',
    'experiment_answer.after_reserve',
    'experiment_answer.before_settle',
    'experiment_answer.after_settle',
    'experiment.before_verdicts',
    'experiment_judge.after_reserve',
    'experiment_judge.before_settle',
    'experiment_judge.after_settle',
    'experiment.before_end',
    'experiment.after_end',
  ])('pays nothing twice and loses nothing if its worker is lost at %s', async (name) => {
    const provider = await world.provider(REPLAYED);
    const place = await world.place(provider);
    for (const id of ITEMS) place.add(id);
    world.work(place, loseOnceAt(name));
    const runId = await world.run(place, await place.experiment(place.replay()));
    expect(await world.client.workflow.getHandle(runId).result()).toEqual({
      state: 'complete',
      code: '',
      verdict: 'CANNOT_MEASURE',
    });
    const bill = await provider.bill();
    expect(new Set(bill.map(({ call_id }) => call_id)).size).toBe(bill.length);
    const { rows } = await world.store.pool.query<{ calls: number; attempts: number }>(
      'SELECT count(*)::int AS calls, max(attempt) AS attempts FROM quality_experiment_calls WHERE run_id = $1',
      [runId],
    );
    // A call with an unknown effect is not repeated, so an answer that was lost has no verdict.
    const isLost = /answer\.(after_reserve|before_settle)/.test(name);
    expect(rows[0]).toEqual({ calls: isLost ? 11 : 12, attempts: 1 });
    const sums = await sumsOf(runId);
    expect(sums).toMatchObject({ reserved: '0', settled: sums?.charged, answers: 0 });
    const cells = await world.runs.cells(place.setup.workspaceId, runId);
    const isUnscored = isLost || /judge\.(after_reserve|before_settle)/.test(name);
    expect([cells.length, cells.filter(({ verdict }) => verdict === 'unscored').length]).toEqual([
      6,
      isUnscored ? 1 : 0,
    ]);
  });

  it('never judges the answer of production in place of an answer that is gone', async () => {
    const provider = await world.provider(REPLAYED);
    const place = await world.place(provider);
    place.add('r1');
    let [hasAnswered, isGone] = [false, false];
    world.work(place, {
      reach(name) {
        if (name !== 'experiment.before_verdicts' || isGone) return;
        hasAnswered = true;
        throw new Error('The answers are still there.');
      },
    });
    const runId = await world.run(place, await place.experiment(place.replay()));
    await waitUntil(() => Promise.resolve(hasAnswered), 30);
    await world.store.pool.query('UPDATE quality_experiment_cells SET answer = NULL WHERE run_id = $1', [runId]);
    isGone = true;
    await world.client.workflow.getHandle(runId).result();
    expect(lines(await world.runs.cells(place.setup.workspaceId, runId))).toEqual([
      'r1 a unscored uncaptured 45000',
      'r1 b unscored uncaptured 225000',
    ]);
    expect(await provider.bill()).toHaveLength(2);
  });

  it('sends nothing beyond its ceiling', async () => {
    const provider = await world.provider(REPLAYED);
    const place = await world.place(provider);
    for (const id of ITEMS) place.add(id);
    world.work(place);
    const experimentId = await place.experiment({ ...place.replay(), spend_ceiling_nano_usd: '1' });
    const runId = await world.run(place, experimentId);
    await world.client.workflow.getHandle(runId).result();
    const cells = await world.runs.cells(place.setup.workspaceId, runId);
    expect(cells.map(({ reason }) => reason)).toEqual(Array(6).fill('spend_ceiling_reached'));
    expect(await provider.bill()).toEqual([]);
  });

  it('sends no further call after its cancellation, and is kept as abandoned', async () => {
    const provider = await world.provider(REPLAYED, [], 1_000);
    const place = await world.place(provider);
    for (const id of ITEMS) place.add(id);
    world.work(place);
    const runId = await world.run(place, await place.experiment(place.replay()));
    await waitUntil(() => Promise.resolve(provider.calls().now === 6), 30);
    const { workspaceId } = place.setup;
    expect(await world.runs.cancel(workspaceId, runId, 'tok_1')).toBe(true);
    const handle = world.client.workflow.getHandle(runId);
    await handle.cancel();
    expect(await waitForWorkflowEnd(handle)).toEqual({ status: 'CANCELLED' });
    expect(await provider.bill()).toHaveLength(6);
    expect(await sumsOf(runId)).toMatchObject({ state: 'refused', reserved: '0', answers: 0 });
    const run = await world.runs.find(workspaceId, runId);
    expect(run?.refusal?.code).toBe('abandoned');
    expect(await world.runs.cancel(workspaceId, runId, 'tok_1')).toBe(false);
  });
});

describe('a run over existing answers', () => {
  const arms = [makeArm('a', { model: BASELINE_MODEL }), makeArm('b', { model: CANDIDATE_MODEL })];

  it('takes existing outcomes, and asks the judge about the rest', async () => {
    const provider = await world.provider([recordVerdict('answer r2', 'fail')]);
    const place = await world.place(provider);
    for (const id of ITEMS) place.add(id);
    place.add('r4', { request: 'What is r4?' });
    place.traffic.outcomes.set('r1', { requestId: 'r1', verdict: 'pass', judge: undefined });
    place.traffic.outcomes.set('r3', { requestId: 'r3', verdict: 'no_verdict', judge: undefined });
    world.work(place);
    const runId = await world.run(place, await place.experiment({ instrument: 'judged_dataset_run', arms }));
    await world.client.workflow.getHandle(runId).result();
    const cells = await world.runs.cells(place.setup.workspaceId, runId);
    expect(lines(cells).filter((line) => line.includes(' a '))).toEqual([
      'r1 a pass  100',
      'r2 a fail  100',
      'r3 a unscored no_verdict 100',
      'r4 a unscored uncaptured 100',
    ]);
    expect(
      new Set(
        lines(cells)
          .filter((line) => line.includes(' b '))
          .map((line) => line.slice(3)),
      ),
    ).toEqual(new Set(['b unscored no_answer']));
    expect(await provider.bill()).toHaveLength(1);
  });

  it('is refused if nothing was captured, and if nothing is left', async () => {
    const provider = await world.provider([]);
    const place = await world.place(provider);
    place.add('r1', {});
    world.work(place);
    const change = { instrument: 'judged_dataset_run', arms: [makeArm('a'), makeArm('b')].map(anyModel) } as const;
    const uncaptured = await world.run(place, await place.experiment(change));
    expect(await world.client.workflow.getHandle(uncaptured).result()).toMatchObject({ code: 'uncaptured' });
    place.traffic.items.splice(0);
    const empty = await world.run(place, await place.experiment(change));
    expect(await world.client.workflow.getHandle(empty).result()).toMatchObject({ code: 'no_items' });
  });
});

function anyModel({ model: _model, ...arm }: ReturnType<typeof makeArm>): Omit<ReturnType<typeof makeArm>, 'model'> {
  return arm;
}

it('judges the answer of the caller and the answer of its shadow call', async () => {
  const provider = await world.provider([recordVerdict('answer r1', 'fail'), recordVerdict('shadow r1', 'pass')]);
  const place = await world.place(provider);
  place.add('r1');
  place.add('r2');
  const shadow = place.fact('r1-shadow', { model: CANDIDATE_MODEL, costNanoUsd: null });
  place.traffic.shadows.push({ ...shadow, shadowOf: 'r1' });
  place.traffic.contents.set('r1-shadow', { response: 'shadow r1' });
  place.traffic.outcomes.set('r2', { requestId: 'r2', verdict: 'pass', judge: undefined });
  world.work(place);
  const arms = [makeArm('a', { model: BASELINE_MODEL }), makeArm('b', { model: CANDIDATE_MODEL })];
  const runId = await world.run(place, await place.experiment({ instrument: 'shadow_dual_run', arms }));
  await world.client.workflow.getHandle(runId).result();
  const cells = await world.runs.cells(place.setup.workspaceId, runId);
  // The judge has no recorded verdict on the answer to r2.
  expect(lines(cells)).toEqual([
    'r1 a fail  100',
    'r1 b pass',
    'r2 a unscored no_verdict 100',
    'r2 b unscored no_answer',
  ]);
});

/** All texts and payloads of a history. */
function textsOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsOf).join('\n');
}

/** Fails the first activity that reaches a fault point, like the end of its worker. */
function loseOnceAt(name: string): FaultPoints {
  let isLost = false;
  return {
    reach(reached) {
      if (reached !== name || isLost) return;
      isLost = true;
      throw new Error(`The worker was lost at ${name}.`);
    },
  };
}
