import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComparisonDecisionCreate, ComparisonVerdictReview } from '../../../clients/typescript/wire.ts';
import { createComparisonGauges } from '../../../store/comparisons/comparison-gauges.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { comparisonApi } from './comparison-api.ts';
import { openComparisonWorld, ACCEPTANCE_RULE, type ComparisonWorld } from './comparison-world.ts';

let world: ComparisonWorld;
let as: ReturnType<typeof comparisonApi>;
beforeAll(async () => {
  world = await openComparisonWorld();
  as = comparisonApi(world);
});
afterAll(() => world.close());

/** The candidate passes three cases that the baseline fails, which is enough evidence at 80 %. */
const BETTER = ['fp', 'fp', 'fp', 'pp'];
interface Ids {
  readonly comparison_id: string;
  readonly run_id: string;
}

const decide = (run: Ids, body: Partial<ComparisonDecisionCreate> = {}, client = as()) =>
  client.comparisons.decisions.create(run.comparison_id, run.run_id, {
    ...{ action: 'change_route', outcome: 'meets_bar', expected_decision_id: null, note: 'Cheaper.', ...body },
  });
const review = (run: Ids, body: Partial<ComparisonVerdictReview> = {}) =>
  as().comparisons.verdicts.review(run.comparison_id, run.run_id, {
    ...{ case_id: world.caseIds[0]!, arm: 'candidate', outcome: 'fail', note: 'It is wrong.', ...body },
  });
const resultsOf = async (run: Ids, client = as()) =>
  (await client.comparisons.results.get(run.comparison_id, run.run_id)).data;

describe('customer.comparisons.results.get', () => {
  it('answers 200 with the conclusions from the evidence', async () => {
    const run = await world.endRun(
      ['fp', 'fp', 'fp', 'px'],
      { ...ACCEPTANCE_RULE, highest_cost_ratio: '0.5' },
      'partial',
    );
    const results = await resultsOf(run);
    expect(results).toMatchObject({
      state: 'partial',
      outcome: 'not_enough_evidence',
      clauses: [
        { clause: 'better', state: 'met', p_value: '0.125', p_value_of_baseline: '1', allowed_error: '0.2' },
        { clause: 'unknowns', state: 'open', unknown: 1, tolerated: 0 },
        { clause: 'cost_ratio', state: 'met', ratio: { state: 'present', number: '0.5' } },
      ],
      pass_rates: {
        baseline: { cases: 4, passed: 1, rate: '0.25' },
        candidate: { passed: 3, unknown: 1, rate: '0.75' },
      },
      pairs: { both: 0, only_baseline: 0, only_candidate: 3, neither: 0, unknown: 1 },
      difference: { state: 'present', pairs: 3, difference: '1', p_value: '0.25' },
      costs: { baseline: { state: 'present', calls: 4, nano_usd: '400' }, candidate: { nano_usd: '150' } },
      comparable_costs: { state: 'present', cases: 3, baseline_nano_usd: '300', candidate_nano_usd: '150' },
      latencies: { baseline: { state: 'present', answers: 4, p50_ms: '25' }, candidate: { answers: 3, p50_ms: '20' } },
    });
    const failed = { critical: false, arm: 'baseline', reason: 'verdict_failed', detail: '' };
    expect(results.gaps).toEqual([
      { case_id: world.caseIds[3], critical: false, arm: 'candidate', reason: 'cell_failed', detail: 'effect_unknown' },
      {
        case_id: world.caseIds[3],
        critical: false,
        arm: 'candidate',
        reason: 'verdict_missing',
        detail: 'effect_unknown',
      },
      ...world.caseIds.slice(0, 3).map((case_id) => ({ case_id, ...failed })),
    ]);
  });

  it('withholds only money from callers without cost.read', async () => {
    const run = await world.endRun(BETTER, { ...ACCEPTANCE_RULE, highest_cost_ratio: '0.5' });
    const whole = await resultsOf(run);
    const withheld = { state: 'absent', reason: 'scope_not_authorized' };
    const { clauses, ...shown } = await resultsOf(run, as('comparisons.run'));
    expect({ ...shown, clauses: clauses.slice(0, 2) }).toEqual({
      ...whole,
      clauses: whole.clauses.slice(0, 2),
      costs: { baseline: withheld, candidate: withheld },
      comparable_costs: withheld,
    });
    expect(clauses[2]).toEqual({ clause: 'cost_ratio', state: 'met', highest: '0.5', ratio: withheld });
  });

  it('answers 200 with the completed part of a cancelled run', async () => {
    const run = await world.endRun(['pp', 'pp'], ACCEPTANCE_RULE, 'abandoned');
    expect((await resultsOf(run)).pairs).toMatchObject({ both: 2, unknown: 2 });
  });
});

describe('the gauges of comparisons', () => {
  const since = (instant: string) => {
    world.clock.set(instant);
    return createComparisonGauges(world.pool, world.clock);
  };

  it('show the time since the last call of a run began or ended, the spend, and calls of unknown effect', async () => {
    const run = await world.endRun(BETTER);
    await world.pool.query(`UPDATE comparison_runs SET state = 'arms_running', ended_at = NULL WHERE run_id = $1`, [
      run.run_id,
    ]);
    await world.pool.query(
      `UPDATE comparison_calls SET state = 'effect_unknown', settled_at = settled_at + interval '2 minutes'
       WHERE run_id = $1 AND position = 0 AND arm = 'baseline'`,
      [run.run_id],
    );
    await world.pool.query(
      `UPDATE comparison_verdicts SET outcome = 'unknown', reason_code = 'judge_unavailable'
       WHERE run_id = $1 AND position < 3 AND arm = 'candidate'`,
      [run.run_id],
    );
    const start = world.clock.now().getTime();
    const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString();
    const oversight = since(at(12));
    expect((await oversight.runs()).get('arms_running')).toEqual({ count: 1, maxStillSeconds: 600 });
    await world.pool.query('UPDATE comparison_budgets SET reserved_nano_usd = 7, settled_nano_usd = 650');
    expect(await oversight.spend()).toEqual({ reserved: 7n, settled: 650n });
    const { unknownEffects, unknownVerdicts } = await oversight.lastHour();
    expect([unknownEffects, unknownVerdicts.get('judge_unavailable')]).toEqual([1, 3]);
    const later = await since(at(70)).lastHour();
    expect([later.unknownEffects, later.unknownVerdicts.get('judge_unavailable')]).toEqual([0, 0]);
    await world.pool.query(`UPDATE comparison_runs SET state = 'complete', ended_at = now() WHERE run_id = $1`, [
      run.run_id,
    ]);
    world.clock.set(at(0));
  });
});

describe('customer.comparisons.verdicts', () => {
  it('lets a person supersede a verdict, and deletes nothing', async () => {
    const run = await world.endRun(BETTER);
    const before = await resultsOf(run);
    world.clock.set('2026-03-02T09:00:00.000Z');
    const { data } = await review(run);
    expect(data).toMatchObject({
      ...{
        source: 'human',
        outcome: 'fail',
        rationale: 'It is wrong.',
        subject_id: world.tenancy.ownerId,
        in_force: true,
      },
      answer: { state: 'present', text: 'answer p', whole: true },
    });
    const { items } = await as('comparisons.run').comparisons.verdicts.list(run.comparison_id, run.run_id).page();
    const answer = { state: 'absent', reason: 'scope_not_authorized' };
    expect(items[0]).toEqual({ ...data, answer });
    expect(items).toHaveLength(9);
    const machine = items.filter((one) => one.case_id === data.case_id && one.arm === 'candidate' && one !== items[0]);
    expect(machine).toMatchObject([{ source: 'label_check', outcome: 'pass', in_force: false }]);
    const results = await resultsOf(run);
    expect(results).toMatchObject({ outcome: 'not_enough_evidence', pairs: { only_candidate: 2, neither: 1 } });
    expect(results.verdicts_digest).not.toBe(before.verdicts_digest);
  });

  it('shows the text that a label check read only to callers with content.read', async () => {
    const run = await world.endRun(BETTER);
    const read = 'Read 42 from "It is 42".';
    await world.pool.query('UPDATE comparison_verdicts SET rationale = $2 WHERE run_id = $1', [run.run_id, read]);
    await review(run);
    const rationales = async (client = as()) => {
      const { items } = await client.comparisons.verdicts.list(run.comparison_id, run.run_id).page();
      return [...new Set(items.map(({ source, rationale }) => `${source}: ${rationale}`))];
    };
    expect(await rationales()).toEqual(['human: It is wrong.', `label_check: ${read}`]);
    expect(await rationales(as('comparisons.run'))).toEqual(['human: It is wrong.', 'label_check: ']);
  });
});

describe('customer.comparisons.decisions', () => {
  const served = async () => (await world.routes.find(world.route.route_id))!.release;
  const restore = () =>
    world.routes.deploy({
      routeId: world.route.route_id,
      target: world.route.release.target,
      actorKind: 'person',
    });

  it('makes the candidate the next release of the route, with its marker, in one transaction', async () => {
    const run = await world.endRun(BETTER);
    const { data, location } = await decide(run);
    const release = await served();
    expect(release.target).toEqual(world.candidate);
    expect(location).toMatch(new RegExp(`/decisions/${data.decision_id}$`));
    const { verdicts_digest, clauses } = await resultsOf(run);
    expect(data).toMatchObject({
      ...{ number: 1, action: 'change_route', outcome: 'meets_bar', release_id: release.release_id, note: 'Cheaper.' },
      ...{ verdicts_digest, clauses, decided_by: world.tenancy.ownerId },
    });
    const { rows } = await world.pool.query<{ line: string }>(
      'SELECT line FROM control_plane_events ORDER BY place DESC',
    );
    expect(JSON.parse(rows[0]!.line)).toMatchObject({ event: 'release_marker', release_id: release.release_id });
    const { decisions } = as().comparisons;
    expect((await decisions.get(run.comparison_id, run.run_id, data.decision_id)).data).toEqual(data);
    expect((await decisions.list(run.comparison_id, run.run_id).page()).items).toEqual([data]);
    const again = { expected_decision_id: data.decision_id };
    expect(await toRefusal(decide(run, again))).toMatchObject({ status: 409, type: 'baseline_release_changed' });
    await restore();
  });

  it('keeps the route if the bar is not met, even without the right to deploy and for a partial run', async () => {
    const before = await served();
    const run = await world.endRun(['pp', 'pp', 'pp', 'px'], ACCEPTANCE_RULE, 'partial');
    const kept = { action: 'keep_route', outcome: 'not_enough_evidence' } as const;
    const { data } = await decide(run, kept, as('comparisons.run'));
    expect(data).toMatchObject({ ...kept, release_id: null });
    expect(await served()).toEqual(before);
  });

  it('lets one of two concurrent decisions succeed', async () => {
    const run = await world.endRun(['pp', 'pp', 'pp', 'pp']);
    const kept = { action: 'keep_route', outcome: 'not_enough_evidence' } as const;
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => decide(run, kept)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await toRefusal(decide(run, kept))).toMatchObject({ status: 409, type: 'decision_superseded' });
  });
});
