import type { AcceptanceRuleV1 } from '../../../contracts/comparisons/acceptance-rule.ts';
import type { ComparisonForecastV1 } from '../../../contracts/comparisons/comparison-run.ts';
import type { ComparisonSampleV1 } from '../../../contracts/comparisons/comparison-sample.ts';
import type { ComparisonKind } from '../../../domain/comparisons/comparison-kind.ts';
import type { ComparisonRunRow } from '../../../store/comparisons/comparison-run-store.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { makeCaseContent } from '../../../testing/api/made-case.ts';
import { makeConnection } from '../../../testing/api/made-connection.ts';
import { MODEL_TARGET } from '../../../testing/api/made-route.ts';
import { makeTenancy, openStoreWorld } from '../../../testing/store/store-world.ts';
import { comparisonStores } from './comparison-stores.ts';

export const ACCEPTANCE_RULE: AcceptanceRuleV1 = {
  confidence: '0.80',
  quality: { kind: 'better' },
  tolerated_unknowns: 0,
  critical_cases_must_pass: false,
};

const FORECAST: ComparisonForecastV1 = { sends: [], showable_lead: null, smallest_margin: '0.1', hopeless_clauses: [] };

/** Opens a labelled comparison in Postgres with its route, a sample of four cases, and a budget of 5 USD. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- what it makes is its type
export async function openComparisonWorld() {
  const world = await openStoreWorld();
  const { pool, clock } = world;
  const tenancy = await makeTenancy(world);
  const { environmentId, workspaceId, gatewayId, ownerId } = tenancy;
  const stores = comparisonStores(world);
  const { connections, routes, comparisons, samples, cases, runs, requests } = stores;
  const { connectionId } = await connections.add({ ...makeConnection(), grants: [environmentId] });
  const target = { ...MODEL_TARGET, connection_id: connectionId };
  const candidate = { ...target, model: 'haiku' };
  const route = await routes.create({ environmentId, name: 'answers', target, actorKind: 'person' });
  const caseIds = await cases.importAll(
    gatewayId,
    [1, 2, 3, 4].map(() => makeCaseContent()),
  );
  await pool.query(
    'INSERT INTO comparison_budgets (workspace_id, limit_nano_usd, changed_at) VALUES ($1, 5000000000, $2)',
    [workspaceId, clock.now()],
  );

  /** Creates another comparison with a sample of the four cases and without a bar. */
  async function makeComparison(kind: ComparisonKind = 'labeled'): Promise<ComparisonSampleV1> {
    const { comparison_id: comparisonId } = await comparisons.create({
      ...{ environmentId, routeId: route.route_id, name: 'Cheaper?', kind, acceptanceRule: undefined },
      createdBy: ownerId,
    });
    const pinned = caseIds.map((case_id) => ({ case_id, version: '1', critical: false }));
    return samples.publish({ comparisonId, publishedBy: ownerId, cases: pinned });
  }

  /** Creates another comparison with its sample, and a run of it in the state `preflight`. */
  async function makeRun(rule: AcceptanceRuleV1 = ACCEPTANCE_RULE, tried = candidate): Promise<ComparisonRunRow> {
    const sample = await makeComparison();
    const { comparison_id: comparisonId } = sample;
    const plan = {
      sample_id: sample.sample_id,
      sample_digest: sample.digest,
      baseline: { release_id: (await routes.find(route.route_id))!.release.release_id, target, family: 'claude' },
      candidate: { target: tried, family: 'claude' },
      judge: null,
      price_revision: 'prices of tests 1',
    };
    const cost = { atLeast: 1n, likely: 20n, atMost: 300n };
    return (await runs.preflight({ comparisonId, plan, rule, forecast: FORECAST, cost, plannedBy: ownerId }))!;
  }

  /**
   * Creates a run that has ended. Each outcome has a letter for the baseline and a letter for the candidate: `p`, `f`,
   * or `x` for a failed cell. Each call of the baseline cost 100 nano-USD, each call of the candidate 50.
   */
  async function endRun(
    outcomes: readonly string[],
    rule = ACCEPTANCE_RULE,
    state = 'complete',
    tried = candidate,
  ): Promise<ComparisonRunRow> {
    const { run_id: runId } = await makeRun(rule, tried);
    const key = { workspaceId, subjectId: ownerId, key: runId, fingerprint: runId };
    await requests.start(key, { runId, startedBy: ownerId, spendCeiling: '1000', judgeCeiling: undefined });
    for (const [position, letters] of outcomes.entries()) {
      for (const [index, arm] of (['baseline', 'candidate'] as const).entries()) {
        const outcome = letters.charAt(index);
        const at = [runId, position, arm] as const;
        await pool.query(
          `UPDATE comparison_cells SET state = $4, failure_code = $5, answer = $6, duration_ms = $7, ended_at = $8
           WHERE run_id = $1 AND position = $2 AND arm = $3`,
          outcome === 'x'
            ? [...at, 'failed', 'effect_unknown', null, null, clock.now()]
            : [...at, 'answered', '', `answer ${outcome}`, 10 * (position + 1), clock.now()],
        );
        if (outcome === 'x') continue;
        const nanos = arm === 'baseline' ? '100' : '50';
        await pool.query(
          `INSERT INTO comparison_calls (call_id, run_id, position, arm, purpose, connection_id, model, reserved_nano_usd, state,
             settled_nano_usd, price, reserved_at, settled_at)
           VALUES ($1, $2, $3, $4, 'comparison', $5, 'm', 300, 'answered', $6, $7, $8, $8)`,
          [
            ...[newId('comparisonCall'), ...at, connectionId, nanos],
            ...[{ state: 'priced', nanos, revision: 'prices of tests 1' }, clock.now()],
          ],
        );
        await pool.query(
          `INSERT INTO comparison_verdicts (verdict_id, run_id, position, arm, source, outcome, created_at)
           VALUES ($1, $2, $3, $4, 'label_check', $5, $6)`,
          [newId('comparisonVerdict'), ...at, outcome === 'p' ? 'pass' : 'fail', clock.now()],
        );
      }
    }
    const abandoned = state === 'abandoned' ? 'comparison_canceled' : '';
    await pool.query('UPDATE comparison_runs SET state = $2, failure_code = $3, ended_at = $4 WHERE run_id = $1', [
      ...[runId, state, abandoned, clock.now()],
    ]);
    return (await runs.find(runId))!;
  }

  return { ...world, ...stores, tenancy, route, candidate, caseIds, makeComparison, makeRun, endRun };
}

export type ComparisonWorld = Awaited<ReturnType<typeof openComparisonWorld>>;
