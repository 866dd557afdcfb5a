import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import '../../../testing/engines/provided-context.ts';
import type { EvaluatorEntry } from '../../../domain/judges/configuration/evals-block.ts';
import { replyIdOf } from '../../../contracts/judges/work/reply-id-of.ts';
import { createJudgeFailureReader } from '../../../store/judges/judge-failure-reader.ts';
import { evaluatorIds } from '../../../domain/judges/evaluators.ts';
import {
  makeJudge,
  HAIKU,
  MINI,
  openJudgedTrafficWorld,
  OPUS,
  recordVerdict,
  type JudgedTrafficWorld,
} from './judged-traffic-world.ts';

const DAY_MS = 86_400_000;
const PANEL: EvaluatorEntry = makeJudge('judge.relevance', {
  model: 'three',
  method: 'panel',
  panel: { members: [HAIKU, MINI, OPUS] },
});

let world: JudgedTrafficWorld;
beforeAll(async () => {
  world = await openJudgedTrafficWorld();
});
afterAll(() => world.place.drop());
beforeEach(async () => {
  world.startOver();
  await world.place.pool.query('TRUNCATE judge_calls, judge_scorings, judge_spend, judge_reading');
  // The judges have already read the requests of earlier tests.
  await world.place.pool.query(
    'INSERT INTO judge_reading SELECT id, last_seq FROM ingest_arrival, unnest($1::text[]) AS id',
    [evaluatorIds('judge')],
  );
});

/** Loads the facts of earlier tests, and returns the arrival sequence after which those of this test follow. */
async function indexEarlier(): Promise<string> {
  await world.index();
  const { rows } = await world.place.pool.query<{ last: bigint }>('SELECT last_seq AS last FROM ingest_arrival');
  return String(rows[0]?.last);
}

/** Judges everything that is due, in order, and returns each outcome. */
async function judgeAll(evaluators: readonly EvaluatorEntry[]) {
  const { find, judge } = world.work(evaluators);
  const { scorings, ...looked } = await find();
  const statuses = [];
  for (const { scoringId } of scorings) statuses.push(await judge(scoringId));
  return { looked, statuses };
}

async function spend(): Promise<{ reserved: string; settled: string }[]> {
  const { rows } = await world.place.pool.query<{ reserved: string; settled: string }>(
    'SELECT reserved_nano_usd AS reserved, settled_nano_usd AS settled FROM judge_spend ORDER BY evaluator_id, day',
  );
  return rows;
}

it('scores captured answers of the application once, as outcomes and as traffic of judges', async () => {
  const arrived = await indexEarlier();
  const { bill } = await world.provider([recordVerdict('good', 'pass'), recordVerdict('bad', 'fail')]);
  await world.answered({ one: 'good', two: 'bad', wordless: undefined });
  await world.answered({ broken: 'good' }, { status: 'failed' });
  await world.answered({ played: 'good' }, { purpose: 'playground' });
  const judges = [makeJudge('judge.correctness'), makeJudge('judge.safety', HAIKU, { sample_rate: 0 })];
  const { looked, statuses } = await judgeAll(judges);
  expect(looked).toEqual({ eligible: 3, sampled: 3, uncaptured: 1 });
  expect(statuses).toEqual([
    { kind: 'judged', verdict: 'pass', isSplit: false },
    { kind: 'judged', verdict: 'fail', isSplit: false },
  ]);
  // No judge reads them a second time.
  expect(await judgeAll(judges)).toEqual({ looked: { eligible: 0, sampled: 0, uncaptured: 0 }, statuses: [] });

  await world.index();
  const outcomes = await world.facts(
    `SELECT logical_request_id AS request, verdict, basis, judge_id, judge_model, judge_prompt_sha AS sha, judge_eval_ver AS ver,
       metric, route_id AS segment, actor, judge_certainty AS certainty
     FROM outcomes_v1 WHERE arrival_seq > ${arrived} ORDER BY request`,
  );
  const common = {
    ...{ basis: 'measured', judge_id: 'judge.correctness', judge_model: 'claude-haiku-4-5', sha: '72de8ea7dd31' },
    ...{ ver: '1', metric: 'correctness', segment: 'chat', actor: 'judge-traffic', certainty: null },
  };
  expect(outcomes).toEqual([
    { request: 'one', verdict: 'pass', ...common },
    { request: 'two', verdict: 'fail', ...common },
  ]);
  const [last] = await world.facts<{ workspaceId: string; outcomeId: string; admitted: string }>(
    `SELECT workspace_id AS "workspaceId", outcome_id AS "outcomeId", toString(toUnixTimestamp64Milli(admitted_at)) AS admitted
     FROM outcomes_v1 WHERE logical_request_id = 'two'`,
  );
  const { workspaceId, outcomeId, admitted } = last!;
  const place = { workspaceId, requestId: 'two', admittedAt: new Date(Number(admitted)) };
  expect(await world.contents.findReasons(place, outcomeId)).toEqual([{ outcomeId, seat: 0, text: 'It is fail.' }]);
  const calls = await bill();
  const costs = calls.map((call) => call.input_tokens * 1_000 + call.output_tokens * 5_000);
  const charged = costs.reduce((sum, cost) => sum + cost, 0);
  expect(await spend()).toEqual([{ reserved: '0', settled: String(charged) }]);
  const effects = await world.facts(
    `SELECT purpose, provider_model AS model, toString(sum(nanos)) AS nanos FROM cost_effects_v1
     WHERE arrival_seq > ${arrived} GROUP BY purpose, model`,
  );
  expect(effects).toEqual([{ purpose: 'judge', model: 'claude-haiku-4-5', nanos: String(charged) }]);
});

it('uses the majority of a panel’s verdicts, and records disagreements', async () => {
  await world.provider([
    recordVerdict('plain', 'pass'),
    recordVerdict('odd', 'fail', MINI.model),
    recordVerdict('odd', 'pass'),
    recordVerdict('hard', 'fail', MINI.model),
    recordVerdict('hard', 'abstained', OPUS.model),
    recordVerdict('hard', 'pass'),
    recordVerdict('half', 'pass', HAIKU.model),
    recordVerdict('half', 'pass', MINI.model),
    recordVerdict('lone', 'pass', HAIKU.model),
  ]);
  // If an answer is not recorded, the provider does not find it, and an operator could repair this.
  await world.answered({ p1: 'plain', p2: 'odd', p3: 'hard', p4: 'half', p5: 'lone' });
  const { find, judge } = world.work([PANEL]);
  const { scorings } = await find();
  const statuses = [];
  for (const { scoringId } of scorings) statuses.push(await judge(scoringId));
  expect(statuses).toEqual([
    { kind: 'judged', verdict: 'pass', isSplit: false },
    { kind: 'judged', verdict: 'pass', isSplit: true },
    { kind: 'judged', verdict: 'abstained', isSplit: true },
    { kind: 'waiting', code: 'not_found' },
    { kind: 'waiting', code: 'not_found' },
  ]);
  for (let tried = 2; tried <= 8; tried += 1) {
    world.pass(DAY_MS);
    for (const { scoringId } of (await find()).scorings) await judge(scoringId);
  }
  expect(await Promise.all(scorings.slice(-2).map(({ scoringId }) => judge(scoringId)))).toEqual([
    { kind: 'judged', verdict: 'pass', isSplit: false },
    { kind: 'failed', code: 'panel_without_quorum' },
  ]);
  await world.index();
  const outcomes = await world.facts(
    `SELECT logical_request_id AS request, verdict, round(judge_certainty, 3) AS certainty, panel_split AS split, judge_model AS model
     FROM outcomes_v1 WHERE metric = 'relevance' AND startsWith(logical_request_id, 'p') ORDER BY request`,
  );
  expect(outcomes).toEqual([
    { request: 'p1', verdict: 'pass', certainty: 1, split: false, model: 'three' },
    { request: 'p2', verdict: 'pass', certainty: 0.667, split: true, model: 'three' },
    { request: 'p3', verdict: 'abstained', certainty: null, split: true, model: 'three' },
    { request: 'p4', verdict: 'pass', certainty: 0.667, split: false, model: 'three' },
    { request: 'p5', verdict: 'no_verdict', certainty: null, split: false, model: 'three' },
  ]);
});

it('ends a day of an evaluator with the call that exceeds its cap', async () => {
  const { bill } = await world.provider([recordVerdict('good', 'pass')]);
  await world.answered({ c1: 'good', c2: 'good', c3: 'good' });
  const capped = makeJudge('judge.helpfulness', HAIKU, { max_usd_per_day: 0.000_001 });
  const { statuses } = await judgeAll([capped]);
  const over = { kind: 'failed', code: 'daily_cap_reached' };
  expect(statuses).toEqual([{ kind: 'judged', verdict: 'pass', isSplit: false }, over, over]);
  expect((await bill()).length).toBe(1);
  world.pass(DAY_MS);
  await world.answered({ c4: 'good', c5: 'good' });
  expect((await judgeAll([capped])).statuses).toEqual([{ kind: 'judged', verdict: 'pass', isSplit: false }, over]);
  expect((await bill()).length).toBe(2);

  await world.answered({ c6: 'good' });
  expect((await judgeAll([{ ...capped, max_usd_per_day: 0 }])).statuses).toEqual([over]);
});

it('stops an evaluator with a cap whose model has no price, and says so', async () => {
  const { bill } = await world.provider([recordVerdict('good', 'pass')]);
  await world.answered({ u1: 'good', u2: 'good' });
  const unpriced = makeJudge('judge.helpfulness', { ...HAIKU, model: 'claude-without-a-price' });
  const { statuses } = await judgeAll([unpriced]);
  const stopped = { kind: 'failed', code: 'price_unknown' };
  expect(statuses).toEqual([stopped, stopped]);
  expect(await bill()).toEqual([]);
  expect(await spend()).toEqual([]);
  expect(await world.oversight.scoredLastHour()).toEqual([
    { evaluatorId: 'judge.helpfulness', end: 'failed', count: 2, split: 0 },
  ]);
});

it('reports the state of judges to operators', async () => {
  await world.provider([
    recordVerdict('good', 'pass'),
    recordVerdict('odd', 'fail', MINI.model),
    recordVerdict('odd', 'pass'),
  ]);
  await world.answered({ m1: 'good', m2: 'odd', m3: 'unheard' });
  await judgeAll([PANEL, makeJudge('judge.safety', HAIKU, { max_usd_per_day: 0 })]);
  const { oversight } = world;
  const { count, oldestSeconds } = await oversight.waiting();
  expect([count, Math.floor(oldestSeconds / 60)]).toEqual([1, 0]);
  expect(await oversight.scoredLastHour()).toEqual([
    { evaluatorId: 'judge.relevance', end: 'pass', count: 2, split: 1 },
    { evaluatorId: 'judge.safety', end: 'over_cap', count: 3, split: 0 },
  ]);
  expect(Object.fromEntries(await oversight.callsLastHour())).toEqual({
    ...{ answered: 6, never_sent: 0, refused: 3, failed_with_bill: 0, effect_unknown: 0 },
  });
  const [paid] = await spend();
  expect([...(await oversight.spentToday())]).toEqual([
    ['judge.relevance', { reserved: 0n, settled: BigInt(paid!.settled) }],
  ]);
});

it('continues past arrivals without answers, for any number of them', async () => {
  await world.provider([recordVerdict('good', 'pass')]);
  await world.answered({ f1: 'good' });
  await world.place.pool.query('UPDATE ingest_arrival SET last_seq = last_seq + 50000');
  await world.answered({ f2: 'good' });
  const { looked, statuses } = await judgeAll([makeJudge('judge.correctness')]);
  expect([looked.eligible, statuses.length]).toEqual([2, 2]);
});

it('charges a reserved call that it finds, and does not repeat it', async () => {
  const { bill } = await world.provider([recordVerdict('good', 'pass')]);
  await world.answered({ l1: 'good' });
  const judges = [makeJudge('judge.satisfaction')];
  const killed = world.work(judges, {
    reach(point) {
      if (point === 'judging.after_reserve') throw new Error('killed');
    },
  });
  const { scorings } = await killed.find();
  const lost = scorings[0]!.scoringId;
  await expect(killed.judge(lost)).rejects.toThrow('killed');
  const { rows } = await world.place.pool.query<{ reserved: string }>(
    'SELECT reserved_nano_usd AS reserved FROM judge_calls WHERE scoring_id = $1',
    [lost],
  );
  const { judge } = world.work(judges);
  expect(await judge(lost)).toEqual({ kind: 'failed', code: 'worker_lost' });
  expect(await judge(lost)).toEqual({ kind: 'failed', code: 'worker_lost' });
  expect(await spend()).toEqual([{ reserved: '0', settled: rows[0]?.reserved }]);
  expect(await bill()).toEqual([]);
});

it('counts a reply without a verdict as a paid failure, and stores it', async () => {
  const { bill } = await world.provider([recordVerdict('good', 'maybe')]);
  await world.answered({ v1: 'good' });
  const { statuses } = await judgeAll([makeJudge('judge.groundedness')]);
  expect(statuses).toEqual([{ kind: 'failed', code: 'structured_answer_missing' }]);
  const [call] = await bill();
  const charged = call!.input_tokens * 1_000 + call!.output_tokens * 5_000;
  expect(await spend()).toEqual([{ reserved: '0', settled: String(charged) }]);

  await world.index();
  const [row] = await world.facts<{ outcome: string; sha: string }>(
    `SELECT verdict, judge_model AS model, panel_split AS split, outcome_id AS outcome, judge_prompt_sha AS sha
     FROM outcomes_v1 WHERE judge_id = 'judge.groundedness'`,
  );
  expect(row).toMatchObject({ verdict: 'no_verdict', model: HAIKU.model, split: false });
  const failures = createJudgeFailureReader(world.place.pool);
  const subject = {
    ...{ judge_id: 'judge.groundedness', model: HAIKU.model, prompt_sha: row!.sha, eval_ver: '1' },
    ...{ metric: 'groundedness', segment: 'chat' },
  };
  expect(await failures.codes(subject)).toEqual([{ code: 'structured_answer_missing', count: 1 }]);
  const [failure] = await failures.newest(subject, 10);
  expect(failure).toMatchObject({
    requestId: 'v1',
    code: 'structured_answer_missing',
    seats: [{ seat: 0, model: HAIKU.model, code: 'structured_answer_missing' }],
  });
  const replies = await world.contents.findReasons(failure!, replyIdOf(row!.outcome));
  expect(replies.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
    { reason: 'It is maybe.', verdict: 'maybe' },
  ]);
  expect(await world.contents.findReasons(failure!, row!.outcome)).toEqual([]);
  for (const other of [{ model: 'another' }, { segment: 'mail' }, { prompt_sha: 'another' }])
    expect(await failures.codes({ ...subject, ...other })).toEqual([]);
  const keepFrom = (from: Date | null) =>
    world.place.pool.query('UPDATE workspaces SET keeps_from = $1 WHERE workspace_id = $2', [
      from,
      failure!.workspaceId,
    ]);
  await keepFrom(new Date(Date.now() + DAY_MS));
  expect(await failures.newest(subject, 10)).toEqual([]);
  await keepFrom(null);
});

it('waits during transient failures, which cost nothing, and then continues', async () => {
  await world.provider(
    [recordVerdict('good', 'pass')],
    [{ fault: 'rate_limited', retry_after_seconds: 300, calls: 1 }],
  );
  await world.answered({ w1: 'good' });
  const judges = [makeJudge('judge.instruction_following')];
  expect((await judgeAll(judges)).statuses).toEqual([{ kind: 'waiting', code: 'rate_limited' }]);
  expect(await spend()).toEqual([{ reserved: '0', settled: '0' }]);
  world.pass(299_000);
  expect((await judgeAll(judges)).statuses).toEqual([]);
  world.pass(2_000);
  expect((await judgeAll(judges)).statuses).toEqual([{ kind: 'judged', verdict: 'pass', isSplit: false }]);
});

it('judges nothing without content or without a judge', async () => {
  const { bill } = await world.provider([recordVerdict('good', 'pass')]);
  await world.answered({ g1: 'good' });
  const { find } = world.work([makeJudge('judge.safety'), makeJudge('judge.relevance')]);
  const { scorings } = await find();
  const other = world.work([makeJudge('judge.safety', { ...HAIKU, endpoint_env: 'TEST_UNSET' })]);
  expect(await Promise.all(scorings.map(({ scoringId }) => other.judge(scoringId)))).toEqual([
    { kind: 'failed', code: 'endpoint_unavailable' },
    { kind: 'failed', code: 'evaluator_changed' },
  ]);

  await world.answered({ g2: 'good' });
  const { find: findMore, judge } = world.work([makeJudge('judge.helpfulness')]);
  const [first] = (await findMore()).scorings.slice(-1);
  await world.contents.removeBefore(world.place.scope.workspace_id, new Date(Date.now() + DAY_MS));
  expect(await judge(first!.scoringId)).toEqual({ kind: 'failed', code: 'content_gone' });
  expect(await bill()).toEqual([]);
});

it('lets one of several concurrent workers accept a request, call each panel member, and exceed the cap', async () => {
  const { bill } = await world.provider([recordVerdict('good', 'pass')]);
  await world.answered({ r1: 'good', r2: 'good', r3: 'good', r4: 'good' });
  const capped = { ...PANEL, max_usd_per_day: 0.000_001 };
  const workers = [1, 2, 3].map(() => world.work([capped]));
  const found = await Promise.all(workers.map(({ find }) => find()));
  expect(found.map(({ scorings }) => scorings.length).filter((length) => length > 4)).toEqual([]);
  const { scorings } = await world.work([capped]).find();
  expect(scorings.length).toBe(4);

  const tries = workers.flatMap(({ judge }) => scorings.map(({ scoringId }) => judge(scoringId)));
  await Promise.all(tries);
  const calls = await bill();
  expect([calls.length, new Set(calls.map(({ call_id }) => call_id)).size]).toEqual([3, 3]);
  expect(await Promise.all(scorings.map(({ scoringId }) => workers[0]!.judge(scoringId)))).toEqual(
    expect.arrayContaining([{ kind: 'failed', code: 'daily_cap_reached' }]),
  );
  const { rows } = await world.place.pool.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM judge_scorings GROUP BY state',
  );
  expect(rows.filter(({ state }) => state === 'open')).toEqual([]);
  expect((await spend()).map(({ reserved }) => reserved)).toEqual(['0']);
});

it('has work if a request was sampled or waits, and skips requests that were not sampled', async () => {
  await world.provider([recordVerdict('good', 'pass')]);
  const seldom = world.work([makeJudge('judge.correctness', HAIKU, { sample_rate: 1e-9 })]);
  const readThrough = async (): Promise<string[]> => {
    const { rows } = await world.place.pool.query<{ at: bigint }>(
      `SELECT read_through AS at FROM judge_reading WHERE evaluator_id = 'judge.correctness'`,
    );
    return rows.map(({ at }) => String(at));
  };
  expect(await seldom.hasWork()).toBe(false);
  const before = await readThrough();
  await world.answered({ unsampled: 'good' });
  expect(await seldom.hasWork()).toBe(false);
  const after = await readThrough();
  expect(after).not.toEqual(before);

  const always = world.work([makeJudge('judge.correctness')]);
  expect(await always.hasWork()).toBe(false);
  await world.answered({ sampled: 'good' });
  expect(await always.hasWork()).toBe(true);
  expect(await readThrough()).toEqual(after);
  const { scorings, ...looked } = await always.find();
  expect(looked).toEqual({ eligible: 1, sampled: 1, uncaptured: 0 });
  // The scoring waits for its verdict, because a run died during it.
  expect(await seldom.hasWork()).toBe(true);
  for (const { scoringId } of scorings) await always.judge(scoringId);
  expect(await always.hasWork()).toBe(false);
});
