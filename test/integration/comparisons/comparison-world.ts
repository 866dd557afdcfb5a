import type { AcceptanceRuleV1 } from '../../../contracts/comparisons/acceptance-rule.ts';
import type { ComparisonForecastV1 } from '../../../contracts/comparisons/comparison-run.ts';
import { createCaseStore } from '../../../store/comparisons/case-store.ts';
import { type ComparisonRunRow, createComparisonRunStore } from '../../../store/comparisons/comparison-run-store.ts';
import { createComparisonRunRequests } from '../../../store/comparisons/comparison-run-requests.ts';
import { createComparisonStore } from '../../../store/comparisons/comparison-store.ts';
import { createSampleStore } from '../../../store/comparisons/sample-store.ts';
import { createConnectionStore } from '../../../store/gateway/connection-store.ts';
import { createServingRouteStore } from '../../../store/gateway/serving-route-store.ts';
import { aCase } from '../../support/api/made-case.ts';
import { aConnection } from '../../support/api/made-connection.ts';
import { TARGET } from '../../support/api/made-route.ts';
import { makeTenancy, openStoreWorld } from '../store/store-world.ts';

export const RULE: AcceptanceRuleV1 = {
  confidence: '0.80',
  quality: { kind: 'better' },
  tolerated_unknowns: 0,
  critical_cases_must_pass: false,
};

const FORECAST: ComparisonForecastV1 = { sends: [], showable_lead: null, smallest_margin: '0.1', hopeless_clauses: [] };

/** A labelled comparison in Postgres, with the route that it asks about, a sample of four cases, and a budget of 5 USD. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- what it makes is its type
export async function openComparisonWorld() {
  const world = await openStoreWorld();
  const { pool, clock } = world;
  const tenancy = await makeTenancy(world);
  const { environmentId, workspaceId, gatewayId, ownerId } = tenancy;
  const connections = createConnectionStore(pool, clock);
  const routes = createServingRouteStore(pool, clock);
  const comparisons = createComparisonStore(pool, clock);
  const samples = createSampleStore(pool, clock);
  const cases = createCaseStore(pool, clock);
  const runs = createComparisonRunStore(pool, clock);
  const { connectionId } = await connections.add({ ...aConnection(), grants: [environmentId] });
  const target = { ...TARGET, connection_id: connectionId };
  const candidate = { ...target, model: 'haiku' };
  const route = await routes.create({ environmentId, name: 'answers', target, actorKind: 'person' });
  const caseIds = await cases.importAll(
    gatewayId,
    [1, 2, 3, 4].map(() => aCase()),
  );
  await pool.query(
    'INSERT INTO comparison_budgets (workspace_id, limit_nano_usd, changed_at) VALUES ($1, 5000000000, $2)',
    [workspaceId, clock.now()],
  );

  /** Another comparison with its sample, and a run of it in the state `preflight`. */
  async function makeRun(rule: AcceptanceRuleV1 = RULE): Promise<ComparisonRunRow> {
    const { comparison_id: comparisonId } = await comparisons.create({
      ...{ environmentId, routeId: route.route_id, name: 'Cheaper?', kind: 'labeled', acceptanceRule: undefined },
      createdBy: ownerId,
    });
    const pinned = caseIds.map((case_id) => ({ case_id, version: '1', critical: false }));
    const sample = await samples.publish({ comparisonId, publishedBy: ownerId, cases: pinned });
    const plan = {
      sample_id: sample.sample_id,
      sample_digest: sample.digest,
      baseline: { release_id: (await routes.find(route.route_id))!.release.release_id, target, family: 'claude' },
      candidate: { target: candidate, family: 'claude' },
      judge: null,
      price_revision: 'prices of tests 1',
    };
    const cost = { atLeast: 1n, likely: 20n, atMost: 300n };
    return (await runs.preflight({ comparisonId, plan, rule, forecast: FORECAST, cost, plannedBy: ownerId }))!;
  }

  return {
    ...world,
    tenancy,
    requests: createComparisonRunRequests(pool, clock),
    connections,
    routes,
    comparisons,
    samples,
    cases,
    runs,
    route,
    candidate,
    caseIds,
    makeRun,
  };
}

export type ComparisonWorld = Awaited<ReturnType<typeof openComparisonWorld>>;
