import type pg from 'pg';
import type { ComparisonPlanV1 } from '../../contracts/comparisons/comparison-plan.ts';
import { VERDICT_PROMPT_VERSION } from '../../contracts/comparisons/verdict-prompt.ts';
import { sha256Digest } from '../../contracts/wire/canonical-json.ts';
import type { CaseContent } from '../../domain/comparisons/case-content.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createCaseStore } from '../../store/comparisons/case-store.ts';
import { createComparisonStore } from '../../store/comparisons/comparison-store.ts';
import { createSampleStore } from '../../store/comparisons/sample-store.ts';
import { createConnectionStore, type NewConnection } from '../../store/gateway/connection-store.ts';
import { createServingRouteStore } from '../../store/gateway/serving-route-store.ts';
import { newId } from '../../store/postgres/new-id.ts';

/** The tenancy in which comparisons run, and their questions. */
export interface ComparisonSetup {
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly routeId: string;
  readonly releaseId: string;
  readonly connectionId: string;
  readonly judgeId: string;
  readonly ownerId: string;
  readonly gatewayId: string;
}

interface World {
  readonly pool: pg.Pool;
  readonly clock: Clock;
}

export const BASELINE_MODEL = 'claude-haiku-4-5';
export const CANDIDATE_MODEL = 'claude-opus-4-5';
export const JUDGE_MODEL = 'gpt-4.1-mini';

const target = (connectionId: string, model: string) => ({
  connection_id: connectionId,
  model,
  system: 'Answer with a number.',
  parameters: { max_output_tokens: 100 },
});

/** Creates a connection for both arms, one for a judge, and a route in an environment. */
export async function makeComparisonSetup(
  { pool, clock }: World,
  tenancy: Pick<ComparisonSetup, 'workspaceId' | 'environmentId' | 'ownerId' | 'gatewayId'>,
  change: Partial<NewConnection> = {},
): Promise<ComparisonSetup> {
  const connections = createConnectionStore(pool, clock);
  const shared = {
    key: change.key ?? { kind: 'variable', name: 'TEST_PROVIDER_KEY' },
    grants: [tenancy.workspaceId],
  } as const;
  const { connectionId } = await connections.add({
    ...shared,
    name: `Arms of ${tenancy.environmentId}`,
    provider: 'anthropic',
    wire: 'messages',
    endpoint: 'http://127.0.0.1:1',
    modelFamilies: { [BASELINE_MODEL]: 'haiku', [CANDIDATE_MODEL]: 'opus' },
    uses: ['inference'],
    ...change,
  });
  const { connectionId: judgeId } = await connections.add({
    ...shared,
    name: `Judge of ${tenancy.environmentId}`,
    provider: 'openai',
    wire: 'responses',
    endpoint: 'http://127.0.0.1:1/v1',
    modelFamilies: { [JUDGE_MODEL]: 'gpt' },
    uses: ['judging'],
    ...(change.endpoint !== undefined && { endpoint: `${change.endpoint}/v1` }),
  });
  const route = await createServingRouteStore(pool, clock).create({
    environmentId: tenancy.environmentId,
    name: 'chat',
    target: target(connectionId, BASELINE_MODEL),
    actorKind: 'person',
  });
  return { ...tenancy, routeId: route.route_id, releaseId: route.release.release_id, connectionId, judgeId };
}

/** Sets the comparison budget of the workspace. */
export async function setBudget({ pool, clock }: World, workspaceId: string, limit: bigint): Promise<void> {
  await pool.query(
    `INSERT INTO comparison_budgets (workspace_id, limit_nano_usd, changed_at) VALUES ($1, $2, $3)
     ON CONFLICT (workspace_id) DO UPDATE SET limit_nano_usd = EXCLUDED.limit_nano_usd`,
    [workspaceId, limit, clock.now()],
  );
}

/** Queues a run over these cases, with its ceilings. */
export async function queueRun(
  { pool, clock }: World,
  setup: ComparisonSetup,
  run: { cases: readonly CaseContent[]; ceiling: bigint; judgeCeiling?: bigint },
): Promise<string> {
  const kind = run.judgeCeiling === undefined ? 'labeled' : 'judged';
  const caseIds = await createCaseStore(pool, clock).importAll(setup.gatewayId, run.cases);
  const { environmentId, routeId, ownerId } = setup;
  const comparison = await createComparisonStore(pool, clock).create({
    environmentId,
    routeId,
    name: 'Cheaper?',
    kind,
    acceptanceRule: undefined,
    createdBy: ownerId,
  });
  const sample = await createSampleStore(pool, clock).publish({
    comparisonId: comparison.comparison_id,
    publishedBy: ownerId,
    cases: caseIds.map((case_id, index) => ({ case_id, version: '1', critical: run.cases[index]!.critical })),
  });
  const plan = planOf(setup, sample, kind === 'judged');
  const runId = newId('comparisonRun');
  const now = clock.now();
  await pool.query(
    `INSERT INTO comparison_runs (run_id, comparison_id, sample_id, plan, plan_digest, acceptance_rule, forecast, state,
       spend_ceiling_nano_usd, judge_ceiling_nano_usd, planned_by, started_by, created_at, queued_at)
     VALUES ($1, $2, $3, $4, $5, '{}', '{}', 'queued', $6, $7, $8, $8, $9, $9)`,
    [
      ...[runId, comparison.comparison_id, sample.sample_id, plan, sha256Digest(plan)],
      ...[run.ceiling, run.judgeCeiling ?? null, ownerId, now],
    ],
  );
  await pool.query(
    `INSERT INTO comparison_cells (run_id, position, arm, case_id, version, critical)
     SELECT $1, s.position - 1, arm, s.case_id, s.version, v.critical
     FROM comparison_sample_cases s JOIN comparison_case_versions v USING (case_id, version),
       unnest(ARRAY['baseline', 'candidate']) AS arm
     WHERE s.sample_id = $2`,
    [runId, sample.sample_id],
  );
  return runId;
}

function planOf(
  setup: ComparisonSetup,
  sample: { sample_id: string; digest: string },
  isJudged: boolean,
): ComparisonPlanV1 {
  const { connectionId, judgeId, releaseId } = setup;
  return {
    sample_id: sample.sample_id,
    sample_digest: sample.digest,
    baseline: { release_id: releaseId, target: target(connectionId, BASELINE_MODEL), family: 'haiku' },
    candidate: { target: target(connectionId, CANDIDATE_MODEL), family: 'opus' },
    judge: isJudged
      ? {
          connection_id: judgeId,
          model: JUDGE_MODEL,
          max_output_tokens: 200,
          family: 'gpt',
          prompt_version: VERDICT_PROMPT_VERSION,
        }
      : null,
    price_revision: 'test',
  };
}
