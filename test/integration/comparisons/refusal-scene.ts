/* oxlint-disable typescript/explicit-module-boundary-types -- what it makes is its type */
import type {
  ComparisonDecisionCreate,
  ComparisonPreflight,
  ComparisonVerdictReview,
} from '../../../clients/typescript/wire.ts';
import type { ApiPorts } from '../../../api/ports/ports.ts';
import type { ModelTargetV1 } from '../../../contracts/models/model-target.ts';
import type { ComparisonKind } from '../../../domain/comparisons/comparison-kind.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { makeCaseContent } from '../../../testing/api/made-case.ts';
import { makeConnection } from '../../../testing/api/made-connection.ts';
import { comparisonApi } from './comparison-api.ts';
import { openComparisonWorld } from './comparison-world.ts';

/** The candidate passes three cases that the baseline fails, which is enough evidence at 80 %. */
export const BETTER_OUTCOMES = ['fp', 'fp', 'fp', 'pp'];
/** Both arms have equal outcomes, which is not enough evidence. */
export const EQUAL_OUTCOMES = ['pp', 'pp', 'pp', 'pp'];

/** An amount above the workspace's remaining 5 USD. */
export const CEILING_ABOVE_REMAINING = '5000000001';

interface RunIds {
  readonly comparison_id: string;
  readonly run_id: string;
}

/** Opens the setting for refusals of comparisons: a world in Postgres, its API, and the calls that are refused. */
export async function openRefusalScene() {
  const world = await openComparisonWorld();
  // Keys are read from their real store.
  const reports = { ...createReportStore(world.pool, world.clock) } as unknown as ApiPorts['reports'];
  const as = comparisonApi(world, { reports });
  const { gatewayId, environmentId } = world.tenancy;
  const { connectionId: judgeId } = await world.connections.add({
    ...makeConnection(2, { name: 'judge', modelFamilies: { gpt: 'gpt', claudia: 'claude' }, uses: ['judging'] }),
    grants: [environmentId],
  });
  const label = { kind: 'exact', expected: 'x' } as const;
  const [labeled, noted, bare, both] = await world.cases.importAll(gatewayId, [
    makeCaseContent({ label, reference_notes: '' }),
    makeCaseContent({ label: null, reference_notes: 'n' }),
    makeCaseContent({ label: null, reference_notes: '' }),
    makeCaseContent({ label, reference_notes: 'n' }),
  ]);

  /** A candidate with a separate connection, which a test can retire without other effects. */
  async function makeCandidate(): Promise<ModelTargetV1> {
    const name = newId('request');
    const { connectionId } = await world.connections.add({ ...makeConnection(3, { name }), grants: [environmentId] });
    return { ...world.candidate, connection_id: connectionId };
  }

  return {
    ...world,
    as,
    /** Cases with a label, with notes, with neither, and with both. */
    chosen: { labeled: labeled!, noted: noted!, bare: bare!, both: both! },
    judge: { connection_id: judgeId, model: 'gpt', max_output_tokens: 300 },
    makeCandidate,

    /** Publishes chosen cases at their first version, or at the named version. */
    publish: async (kind: ComparisonKind, ...chosen: (string | [string, string])[]) => {
      const { comparison_id: id } = await world.makeComparison(kind);
      const cases = chosen.map((one) => (typeof one === 'string' ? ([one, '1'] as const) : one));
      return () =>
        as().comparisons.samples.publish(id, { cases: cases.map(([case_id, version]) => ({ case_id, version })) });
    },

    preflight: async (kind: ComparisonKind, body: Partial<ComparisonPreflight> = {}) => {
      const { comparison_id: id, sample_id } = await world.makeComparison(kind);
      return () => as().comparisons.runs.preflight(id, { sample_id, candidate: world.candidate, ...body });
    },

    start: (run: RunIds, body: object = {}, idempotencyKey = newId('request')) => {
      const whole = { run_id: run.run_id, spend_ceiling_nano_usd: '1000', ...body };
      return as().comparisons.runs.start(run.comparison_id, whole, { idempotencyKey });
    },

    review: (run: RunIds, body: Partial<ComparisonVerdictReview> = {}) => {
      const whole = { case_id: world.caseIds[0]!, arm: 'candidate', outcome: 'fail', note: '', ...body } as const;
      return as().comparisons.verdicts.review(run.comparison_id, run.run_id, whole);
    },

    decide: (run: RunIds, body: Partial<ComparisonDecisionCreate> = {}, client = as()) => {
      const whole = { action: 'change_route', outcome: 'meets_bar', expected_decision_id: null, note: '' } as const;
      return client.comparisons.decisions.create(run.comparison_id, run.run_id, { ...whole, ...body });
    },

    /** Changes the target that the route serves until `back` is called. */
    async serveAnother(): Promise<{ back(): Promise<void> }> {
      const { route_id: routeId, release } = world.route;
      const deploy = async (target: ModelTargetV1): Promise<void> => {
        await world.routes.deploy({ routeId, target, actorKind: 'person' });
      };
      await deploy({ ...world.candidate, system: `Something else: ${newId('request')}` });
      return { back: () => deploy(release.target) };
    },

    /** Plans a run with the prices of another table. */
    async withOtherPrices<Run extends RunIds & { plan: object }>(run: Run): Promise<Run> {
      const plan = { ...run.plan, price_revision: 'prices of tests 0' };
      await world.pool.query('UPDATE comparison_runs SET plan = $2 WHERE run_id = $1', [run.run_id, plan]);
      return run;
    },

    /** The counts of written comparison rows, and the served release. */
    async written(): Promise<unknown> {
      const { rows } = await world.pool.query<Record<string, string>>(
        `SELECT (SELECT count(*) FROM comparisons) AS comparisons, (SELECT count(*) FROM comparison_samples) AS samples,
           (SELECT count(*) FROM comparison_runs) AS runs, (SELECT count(*) FROM comparison_cells) AS cells,
           (SELECT count(*) FROM comparison_verdicts) AS verdicts, (SELECT count(*) FROM comparison_decisions) AS decisions,
           (SELECT count(*) FROM serving_releases) AS releases, (SELECT count(*) FROM workflow_outbox) AS outbox`,
      );
      return { rows, served: (await world.routes.find(world.route.route_id))!.release };
    },
  };
}

export type RefusalScene = Awaited<ReturnType<typeof openRefusalScene>>;
