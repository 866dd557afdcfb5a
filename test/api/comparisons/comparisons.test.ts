import { describe, expect, it } from 'vitest';
import { demoId, SUBJECTS } from '../../../testing/api/demo-ids.ts';
import { makeCaseContent, makeCase } from '../../../testing/api/made-case.ts';
import { putComparison, putSample } from '../../../testing/api/made-comparison.ts';
import { ENVIRONMENT_IDS, putRoute } from '../../../testing/api/made-route.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const RULE = {
  confidence: '0.95',
  quality: { kind: 'not_worse', margin: '0.05' },
  tolerated_unknowns: 2,
  critical_cases_must_pass: true,
  highest_cost_ratio: '0.8',
} as const;
const OTHER = { gatewayId: demoId('gateway', 2), environmentId: demoId('environment', 2) };

function prepared() {
  const api = new TestApi();
  const comparison = putComparison(api.plane.comparing);
  const as = (who: CallerName = 'owner', place = {}) => api.client(who, { ...ENVIRONMENT_IDS, ...place }).comparisons;
  const body = { name: 'Cheaper?', kind: 'labeled', route_id: comparison.route_id } as const;
  return { api, comparison, as, body };
}

describe('customer.comparisons.create', () => {
  it('answers 201 with the comparison, with or without its bar', async () => {
    const { comparison, as, body } = prepared();
    const kept = {
      ...comparison,
      comparison_id: expect.stringMatching(/^cmp_/) as string,
      created_by: SUBJECTS.owner,
      created_at: '2026-03-01T12:00:00.000Z',
    };
    const bare = await as().create(body);
    expect(bare.data).toEqual({ ...kept, acceptance_rule: null });
    expect(bare.location).toMatch(new RegExp(`/comparisons/${bare.data.comparison_id}$`));
    const judged = await as().create({ ...body, kind: 'judged', acceptance_rule: RULE });
    expect(judged.data).toEqual({ ...kept, kind: 'judged', acceptance_rule: RULE });
  });

  it.each([
    ['/acceptance_rule/quality/margin', { quality: { kind: 'not_worse', margin: '0' } }],
    ['/acceptance_rule/quality/margin', { quality: { kind: 'not_worse', margin: '1' } }],
    ['/acceptance_rule/highest_cost_ratio', { highest_cost_ratio: '0' }],
  ] as const)('answers 422 to an invalid bar, at %s', async (pointer, change) => {
    const { as, body } = prepared();
    expect(await toRefusal(as().create({ ...body, acceptance_rule: { ...RULE, ...change } }))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      errors: [{ pointer }],
    });
  });

  it('answers 404 for a missing route, and for a route of another environment', async () => {
    const { api, as, body } = prepared();
    const otherRoute = putRoute(api.plane.comparing, 2, { environment_id: OTHER.environmentId });
    for (const id of [demoId('route', 77), otherRoute.route_id]) {
      expect(await toRefusal(as().create({ ...body, route_id: id }))).toMatchObject({ status: 404, type: 'not_found' });
    }
  });
});

describe('customer.comparisons.list', () => {
  it('answers 200 with only the environment’s comparisons, newest first and page by page', async () => {
    const { comparison, as, body } = prepared();
    const made = (await as().create(body)).data;
    const first = await as().list({ limit: 1 }).page();
    expect(first.items).toEqual([made]);
    expect((await as().list({ limit: 1, cursor: first.nextCursor }).page()).items).toEqual([comparison]);
    expect((await as('owner', OTHER).list().page()).items).toEqual([]);
  });
});

describe('customer.comparisons.get', () => {
  it('answers 200 with the comparison', async () => {
    const { comparison, as } = prepared();
    expect((await as().get(comparison.comparison_id)).data).toEqual(comparison);
  });

  it('answers 404 in another environment', async () => {
    const { comparison, as } = prepared();
    const refused = as('owner', OTHER).get(comparison.comparison_id);
    expect(await toRefusal(refused)).toMatchObject({ status: 404, type: 'comparison_not_found' });
  });
});

describe('customer.comparisons.samples', () => {
  it('publishes the chosen cases permanently at the named versions', async () => {
    const { api, comparison, as } = prepared();
    const one = await makeCase(api);
    const two = await makeCase(api, { critical: true });
    const { cases } = api.client('owner', ENVIRONMENT_IDS);
    await cases.revise(one.case_id, { expected_version: '1', ...makeCaseContent({ critical: true }) });
    const chosen = [
      { case_id: two.case_id, version: '1' },
      { case_id: one.case_id, version: '1' },
    ];
    const { data, location } = await as().samples.publish(comparison.comparison_id, { cases: chosen });
    expect(data).toEqual({
      sample_id: expect.stringMatching(/^smp_/) as string,
      comparison_id: comparison.comparison_id,
      cases: [
        { case_id: two.case_id, version: '1', critical: true },
        { case_id: one.case_id, version: '1', critical: false },
      ],
      digest: expect.stringMatching(/^sha256:/) as string,
      published_by: SUBJECTS.owner,
      published_at: '2026-03-01T12:00:00.000Z',
    });
    expect(location).toMatch(new RegExp(`/samples/${data.sample_id}$`));
    await cases.revise(two.case_id, { expected_version: '1', ...makeCaseContent() });
    expect((await as().samples.get(comparison.comparison_id, data.sample_id)).data).toEqual(data);
  });

  it.each(['labeled', 'judged'] as const)(
    'of a %s comparison accepts cases with both label and notes',
    async (kind) => {
      const { api, as, body } = prepared();
      const { comparison_id: id } = (await as().create({ ...body, kind })).data;
      const made = [await makeCase(api, { reference_notes: 'n' }), await makeCase(api, { reference_notes: 'n' })];
      const cases = made.map(({ case_id }) => ({ case_id, version: '1' }));
      expect((await as().samples.publish(id, { cases })).data.cases).toHaveLength(2);
    },
  );

  it('does not appear in another comparison', async () => {
    const { api, as, body } = prepared();
    const { sample_id: id } = putSample(api.plane.comparing);
    const other = (await as().create(body)).data.comparison_id;
    expect(await toRefusal(as().samples.get(other, id))).toMatchObject({ status: 404, type: 'comparison_not_found' });
  });

  it('accepts each case once', async () => {
    const { api, comparison, as } = prepared();
    const { case_id } = await makeCase(api);
    const cases = [1, 2].map(() => ({ case_id, version: '1' }));
    expect(await toRefusal(as().samples.publish(comparison.comparison_id, { cases }))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      errors: [{ pointer: '/cases/1/case_id' }],
    });
  });
});
