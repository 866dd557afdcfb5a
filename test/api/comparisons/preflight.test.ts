import { describe, expect, it } from 'vitest';
import type { ComparisonPreflight } from '../../../clients/typescript/wire.ts';
import { demoId, SUBJECTS } from '../../../testing/api/demo-ids.ts';
import { makeCaseContent, putCase } from '../../../testing/api/made-case.ts';
import { putComparison, putSample } from '../../../testing/api/made-comparison.ts';
import { putConnections } from '../../../testing/api/made-connection.ts';
import { ENVIRONMENT_IDS, MODEL_TARGET } from '../../../testing/api/made-route.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const RULE = {
  confidence: '0.95',
  quality: { kind: 'not_worse', margin: '0.05' },
  tolerated_unknowns: 0,
  critical_cases_must_pass: true,
  highest_cost_ratio: '0.8',
} as const;
const JUDGE = { connection_id: demoId('connection', 2), model: 'gpt', max_output_tokens: 300 };
const SAMPLE = demoId('comparisonSample', 1);
const HAIKU = { ...MODEL_TARGET, model: 'haiku' };

function prepared(kind: 'labeled' | 'judged' = 'labeled') {
  const api = new TestApi();
  const { comparing } = api.plane;
  const { comparison_id: id } = putComparison(comparing, { kind, acceptance_rule: RULE });
  for (const number of [1, 2]) {
    const row = putCase(comparing, number);
    comparing.caseRows.set(row.case_id, [{ ...row, ...makeCaseContent({ reference_notes: 'Says 42.' }) }]);
  }
  putSample(comparing);
  putConnections(comparing);
  const preflight = (body: Partial<ComparisonPreflight> = {}, who: CallerName = 'owner') =>
    api.client(who, ENVIRONMENT_IDS).comparisons.runs.preflight(id, {
      sample_id: SAMPLE,
      candidate: HAIKU,
      ...body,
    });
  return { api, comparing, id, preflight };
}

describe('customer.comparisons.runs.preflight', () => {
  it('answers 201 with the plan, its planned cost, and the differences that its sample can show', async () => {
    const { api, id, preflight } = prepared();
    const { data, location } = await preflight();
    expect(location).toMatch(new RegExp(`/comparisons/${id}/runs/${data.run_id}$`));
    const calls = {
      connection_id: MODEL_TARGET.connection_id,
      provider: 'anthropic',
      endpoint_host: 'api.anthropic.com',
    };
    // 43 bytes of system text and message. Input tokens: 3 at least, 11 likely, 43 + 2 × 16 at most. Output tokens: 1,
    // 100 and 400.
    expect(data).toEqual({
      run_id: expect.stringMatching(/^crun_/) as string,
      comparison_id: id,
      organization_id: ENVIRONMENT_IDS.organizationId,
      workspace_id: ENVIRONMENT_IDS.workspaceId,
      environment_id: ENVIRONMENT_IDS.environmentId,
      state: 'preflight',
      failure_code: '',
      plan: {
        sample_id: SAMPLE,
        sample_digest: `sha256:${'0'.repeat(64)}`,
        baseline: { release_id: demoId('release', 1), target: MODEL_TARGET, family: 'claude' },
        candidate: { target: HAIKU, family: 'claude' },
        judge: null,
        price_revision: 'prices of tests 1',
      },
      plan_digest: expect.stringMatching(/^sha256:/) as string,
      acceptance_rule: RULE,
      forecast: {
        sends: [
          { for: 'baseline', ...calls, model: 'sonnet', calls: 2, priced: true },
          { for: 'candidate', ...calls, model: 'haiku', calls: 2, priced: true },
        ],
        showable_lead: null,
        smallest_margin: '0.57497',
        hopeless_clauses: ['not_worse', 'critical_cases'],
      },
      planned_cost: {
        state: 'present',
        at_least_nano_usd: '32',
        likely_nano_usd: '2044',
        at_most_nano_usd: '8300',
      },
      remaining: { state: 'present', nano_usd: '5000000000' },
      spend: {
        state: 'present',
        ceiling_nano_usd: null,
        reserved_nano_usd: '0',
        settled_nano_usd: '0',
        judge_ceiling_nano_usd: null,
        judge_reserved_nano_usd: '0',
        judge_settled_nano_usd: '0',
      },
      cells: { intended: 4, answered: 0, failed: 0 },
      verdicts: { intended: 4, there: 0 },
      planned_by: SUBJECTS.owner,
      created_at: '2026-03-01T12:00:00.000Z',
    });
    const { comparisons } = api.client('owner', ENVIRONMENT_IDS);
    expect((await comparisons.get(id)).data).toMatchObject({
      acceptance_rule: RULE,
      rule_fixed_at: '2026-03-01T12:00:00.000Z',
    });
  });

  it('plans the judge of a judged comparison, and names its recipient', async () => {
    const { preflight } = prepared('judged');
    const { plan, forecast, planned_cost } = (await preflight({ judge: JUDGE })).data;
    expect(plan.judge).toEqual({ ...JUDGE, family: 'gpt', prompt_version: 'judge-1' });
    expect(forecast.sends[2]).toEqual({
      for: 'judge',
      connection_id: JUDGE.connection_id,
      provider: 'openai_compatible',
      endpoint_host: 'models.home:8080',
      model: 'gpt',
      calls: 4,
      priced: true,
    });
    expect(planned_cost.state).toBe('present');
  });

  it('has no cost if a model has no price, and calls a clause about cost hopeless', async () => {
    const { preflight } = prepared();
    const { planned_cost, forecast } = (await preflight({ candidate: { ...MODEL_TARGET, model: 'unpriced' } })).data;
    expect(planned_cost).toEqual({ state: 'absent', reason: 'unpriced_population' });
    expect(forecast.sends.map(({ priced }) => priced)).toEqual([true, false]);
    expect(forecast.hopeless_clauses).toEqual(['not_worse', 'critical_cases', 'cost_ratio']);
  });

  it('withholds money from callers without cost.read', async () => {
    const { api, preflight } = prepared();
    const owner = api.plane.callers.get(SUBJECTS.owner)!;
    const bindings = [{ actions: ['comparisons.run' as const], block: { organizationId: owner.organizationId } }];
    api.plane.callers.set(SUBJECTS.owner, { ...owner, bindings });
    const withheld = { state: 'absent', reason: 'scope_not_authorized' };
    expect((await preflight()).data).toMatchObject({ planned_cost: withheld, remaining: withheld, spend: withheld });
  });

  it('accepts any bar until the first preflight fixes it, and only that bar afterwards', async () => {
    const { comparing, id, preflight } = prepared();
    putComparison(comparing, { acceptance_rule: null });
    await preflight({ acceptance_rule: RULE });
    expect(comparing.comparisonRows.get(id)).toMatchObject({ acceptance_rule: RULE });
    await preflight();
    await preflight({ acceptance_rule: RULE });
    const other = { ...RULE, tolerated_unknowns: 1 };
    expect(await toRefusal(preflight({ acceptance_rule: other }))).toMatchObject({ type: 'acceptance_rule_immutable' });
  });

  it.each<[string, Partial<ComparisonPreflight>]>([
    ['/candidate/connection_id', { candidate: { ...HAIKU, connection_id: demoId('connection', 77) } }],
    ['/candidate/model', { candidate: { ...HAIKU, model: 'opus' } }],
    ['/candidate/model', { candidate: { ...HAIKU, model: 'constructor' } }],
    ['/candidate/parameters/seed', { candidate: { ...HAIKU, parameters: { max_output_tokens: 4, seed: 1 } } }],
    ['/judge', {}],
    ['/judge/model', { judge: { ...JUDGE, model: 'gpt-9' } }],
    ['/acceptance_rule/highest_cost_ratio', { acceptance_rule: { ...RULE, highest_cost_ratio: '0' } }],
  ])('answers 422 at %s', async (pointer, body) => {
    const { api, preflight } = prepared('judged');
    const before = api.plane.written();
    expect(await toRefusal(preflight(body))).toMatchObject({ status: 422, errors: [{ pointer }] });
    expect(api.plane.written()).toBe(before);
  });

  it('answers 422 if the target that the route serves can no longer be called', async () => {
    const { comparing, preflight } = prepared();
    comparing.connectionRows.shift();
    const candidate = { ...MODEL_TARGET, connection_id: JUDGE.connection_id, model: 'gpt' };
    expect(await toRefusal(preflight({ candidate }))).toMatchObject({ status: 422, errors: [{ pointer: '' }] });
  });

  it('answers 403 to a judged comparison if no connection may judge here, for any named judge', async () => {
    const { comparing, preflight } = prepared('judged');
    comparing.connectionRows.pop();
    expect(await toRefusal(preflight())).toMatchObject({ type: 'judge_connection_not_granted', status: 403 });
  });
});
