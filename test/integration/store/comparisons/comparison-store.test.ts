import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaseStore } from '../../../../store/comparisons/case-store.ts';
import { type ComparisonStore, createComparisonStore } from '../../../../store/comparisons/comparison-store.ts';
import { createSampleStore, type SampleStore } from '../../../../store/comparisons/sample-store.ts';
import { createServingRouteStore } from '../../../../store/gateway/serving-route-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { makeCaseContent } from '../../../../testing/api/made-case.ts';
import { MODEL_TARGET } from '../../../../testing/api/made-route.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let tenancy: Tenancy;
let comparisons: ComparisonStore;
let samples: SampleStore;
let routeId: string;
/** The ids of a case with a label, and of a critical case with notes. */
let caseIds: string[];

beforeAll(async () => {
  world = await openStoreWorld();
  comparisons = createComparisonStore(world.pool, world.clock);
  samples = createSampleStore(world.pool, world.clock);
});
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  tenancy = await makeTenancy(world);
  const { environmentId, gatewayId } = tenancy;
  const route = { environmentId, name: 'answers', target: MODEL_TARGET, actorKind: 'person' } as const;
  routeId = (await createServingRouteStore(world.pool, world.clock).create(route)).route_id;
  const judged = makeCaseContent({ label: null, reference_notes: 'Polite.', critical: true });
  caseIds = await createCaseStore(world.pool, world.clock).importAll(gatewayId, [makeCaseContent(), judged]);
});
afterAll(() => world.close());

const RULE = { confidence: '0.95', tolerated_unknowns: 0, critical_cases_must_pass: true } as const;

function make(acceptanceRule?: typeof RULE) {
  const { environmentId, ownerId: createdBy } = tenancy;
  return comparisons.create({ environmentId, routeId, name: 'Cheaper?', kind: 'labeled', acceptanceRule, createdBy });
}

describe('comparisons', () => {
  it('are stored with or without their bar, and listed newest first', async () => {
    const one = await make();
    world.clock.set('2026-03-02T09:00:00.000Z');
    const two = await make(RULE);
    const { organizationId, workspaceId, applicationId, gatewayId, environmentId, ownerId } = tenancy;
    expect(two).toEqual({
      comparison_id: expect.stringMatching(/^cmp_/) as string,
      organization_id: organizationId,
      workspace_id: workspaceId,
      application_id: applicationId,
      gateway_id: gatewayId,
      environment_id: environmentId,
      name: 'Cheaper?',
      kind: 'labeled',
      route_id: routeId,
      acceptance_rule: RULE,
      rule_fixed_at: null,
      created_by: ownerId,
      created_at: '2026-03-02T09:00:00.000Z',
    });
    expect(one.acceptance_rule).toBeNull();
    expect(await comparisons.find(two.comparison_id)).toEqual(two);
    expect(await comparisons.find(newId('comparison'))).toBeUndefined();
    const page = { environmentId, limit: 10 };
    expect(await comparisons.list({ ...page, after: undefined })).toEqual([two, one]);
    const after = { createdAt: two.created_at, id: two.comparison_id };
    expect(await comparisons.list({ ...page, after })).toEqual([one]);
  });
});

describe('sample sets', () => {
  it('contain the possible checks of the chosen cases', async () => {
    const [labeled, noted] = caseIds as [string, string];
    const chosen = [
      { case_id: labeled, version: '1' },
      { case_id: noted, version: '1' },
      { case_id: newId('case'), version: '1' },
    ];
    const found = await samples.findChosen(tenancy.gatewayId, chosen);
    expect(Object.fromEntries(found)).toEqual({
      [labeled]: { caseId: labeled, hasVersion: true, hasLabel: true, hasNotes: false, critical: false },
      [noted]: { caseId: noted, hasVersion: true, hasLabel: false, hasNotes: true, critical: true },
    });
    const unversioned = await samples.findChosen(tenancy.gatewayId, [{ case_id: noted, version: '9' }]);
    expect(unversioned.get(noted)).toMatchObject({ hasVersion: false });
    expect(await samples.findChosen(newId('gateway'), chosen)).toEqual(new Map());
  });

  it('keep their cases in the order of their selection', async () => {
    const { comparison_id: comparisonId } = await make();
    const [labeled, noted] = caseIds as [string, string];
    const cases = [
      { case_id: noted, version: '1', critical: true },
      { case_id: labeled, version: '1', critical: false },
    ];
    const published = await samples.publish({ comparisonId, publishedBy: tenancy.ownerId, cases });
    expect(published).toMatchObject({ comparison_id: comparisonId, cases, published_by: tenancy.ownerId });
    expect(await samples.find(published.sample_id)).toEqual(published);
    expect(await samples.find(newId('comparisonSample'))).toBeUndefined();
  });
});
