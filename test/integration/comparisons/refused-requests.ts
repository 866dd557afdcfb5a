import { newId } from '../../../store/postgres/new-id.ts';
import { ACCEPTANCE_RULE } from './comparison-world.ts';
import { CEILING_ABOVE_REMAINING, EQUAL_OUTCOMES, BETTER_OUTCOMES } from './refusal-scene.ts';
import {
  COST_RULE,
  DECIDE_OPERATION,
  NOT_ENOUGH_EVIDENCE,
  UNDEMANDING_RULE,
  PREFLIGHT_OPERATION,
  PUBLISH_OPERATION,
  REVIEW_OPERATION,
  START_OPERATION,
  STRICTER_RULE,
  decideAbout,
  decideRetired,
  reuseKey,
  planSecondPreflight,
  declareRefusal,
  makeUnknownIds,
  type RefusedRequest,
} from './refusal-set-ups.ts';

const CANCEL = 'customer.comparisons.runs.cancel';
const RESULTS = 'customer.comparisons.results.get';

/**
 * The refusals that only one or a few operations give. The tests contain the refusals that nearly all operations give.
 */
export const REFUSED_REQUESTS: readonly RefusedRequest[] = [
  declareRefusal(
    'customer.comparisons.samples.get',
    'comparison_not_found',
    'the comparison has no such sample set',
    async ({ as, makeComparison }) => {
      const { comparison_id: id } = await makeComparison();
      return () => as().comparisons.samples.get(id, newId('comparisonSample'));
    },
  ),
  declareRefusal(
    PREFLIGHT_OPERATION,
    'comparison_not_found',
    'the comparison has no such sample set',
    ({ preflight }) => preflight('labeled', { sample_id: newId('comparisonSample') }),
  ),
  declareRefusal(
    START_OPERATION,
    'comparison_not_found',
    'the run is of another comparison',
    async ({ makeRun, start }) => {
      const run = { ...(await makeRun()), comparison_id: (await makeRun()).comparison_id };
      return () => start(run);
    },
  ),
  declareRefusal(
    'customer.comparisons.runs.get',
    'comparison_not_found',
    'the run is of another comparison',
    async ({ as, makeRun }) => {
      const [one, other] = [await makeRun(), await makeRun()];
      return () => as().comparisons.runs.get(one.comparison_id, other.run_id);
    },
  ),
  declareRefusal(
    'customer.comparisons.decisions.get',
    'comparison_not_found',
    'the run has no such decision',
    async ({ as, endRun }) => {
      const run = await endRun(BETTER_OUTCOMES);
      return () => as().comparisons.decisions.get(run.comparison_id, run.run_id, newId('comparisonDecision'));
    },
  ),
  declareRefusal(
    'customer.comparisons.create',
    'acceptance_rule_required',
    'a bar asks for nothing',
    ({ as, route }) => {
      const body = { name: 'x', kind: 'labeled', route_id: route.route_id, acceptance_rule: UNDEMANDING_RULE } as const;
      return Promise.resolve(() => as().comparisons.create(body));
    },
  ),
  declareRefusal(PUBLISH_OPERATION, 'sample_set_empty', 'no case is chosen', ({ publish }) => publish('labeled')),
  declareRefusal(PUBLISH_OPERATION, 'sample_set_empty', 'one case is chosen', ({ publish, chosen }) =>
    publish('labeled', chosen.labeled),
  ),
  declareRefusal(PUBLISH_OPERATION, 'sample_set_too_large', '51 cases are chosen', ({ publish }) =>
    publish('labeled', ...makeUnknownIds(51)),
  ),
  declareRefusal(PUBLISH_OPERATION, 'sample_case_not_found', 'a case is not there', ({ publish, chosen }) =>
    publish('labeled', chosen.labeled, ...makeUnknownIds(1)),
  ),
  declareRefusal(
    PUBLISH_OPERATION,
    'expected_label_required',
    'a case has neither label nor notes',
    ({ publish, chosen }) => publish('labeled', chosen.labeled, chosen.bare),
  ),
  declareRefusal(
    PUBLISH_OPERATION,
    'reference_notes_required',
    'a case has neither, and a judge is to grade',
    ({ publish, chosen }) => publish('judged', chosen.noted, chosen.bare),
  ),
  declareRefusal(
    PUBLISH_OPERATION,
    'sample_case_version_mismatch',
    'a case has no such version',
    ({ publish, chosen }) => publish('labeled', chosen.labeled, [chosen.both, '2']),
  ),
  declareRefusal(PUBLISH_OPERATION, 'comparison_kind_mismatch', 'a case has notes alone', ({ publish, chosen }) =>
    publish('labeled', chosen.labeled, chosen.noted),
  ),
  declareRefusal(
    PUBLISH_OPERATION,
    'comparison_kind_mismatch',
    'a case has a label alone, and a judge is to grade',
    ({ publish, chosen }) => publish('judged', chosen.labeled, chosen.noted),
  ),
  declareRefusal(
    PREFLIGHT_OPERATION,
    'judge_connection_not_granted',
    'the judge that is named may only answer',
    ({ preflight, judge, candidate }) =>
      preflight('judged', {
        judge: { ...judge, connection_id: candidate.connection_id },
        acceptance_rule: ACCEPTANCE_RULE,
      }),
  ),
  declareRefusal(PREFLIGHT_OPERATION, 'acceptance_rule_required', 'no bar was ever declared', ({ preflight }) =>
    preflight('labeled'),
  ),
  declareRefusal(PREFLIGHT_OPERATION, 'acceptance_rule_required', 'a bar asks for nothing', ({ preflight }) =>
    preflight('labeled', { acceptance_rule: UNDEMANDING_RULE }),
  ),
  declareRefusal(
    PREFLIGHT_OPERATION,
    'judge_same_family_refused',
    'the judge is of the family of an arm',
    ({ preflight, judge }) =>
      preflight('judged', { judge: { ...judge, model: 'claudia' }, acceptance_rule: ACCEPTANCE_RULE }),
  ),
  declareRefusal(
    PREFLIGHT_OPERATION,
    'comparison_kind_mismatch',
    'labels are checked, and a judge is named',
    ({ preflight, judge }) => preflight('labeled', { judge, acceptance_rule: ACCEPTANCE_RULE }),
  ),
  declareRefusal(
    PREFLIGHT_OPERATION,
    'acceptance_rule_immutable',
    'another bar was fixed',
    planSecondPreflight(() => ({ acceptance_rule: STRICTER_RULE })),
  ),
  declareRefusal(
    START_OPERATION,
    'duplicate_comparison_run',
    'the key started a run under another ceiling',
    reuseKey({ spend_ceiling_nano_usd: '999' }),
  ),
  declareRefusal(START_OPERATION, 'duplicate_comparison_run', 'another key started the run', async (scene) => {
    const run = await scene.makeRun();
    await scene.start(run);
    return () => scene.start(run);
  }),
  declareRefusal(START_OPERATION, 'comparison_canceled', 'the run was cancelled', async (scene) => {
    const run = await scene.endRun([], ACCEPTANCE_RULE, 'abandoned');
    return () => scene.start(run);
  }),
  declareRefusal(
    START_OPERATION,
    'baseline_release_changed',
    'the route serves another release than was planned',
    async (scene) => {
      const other = await scene.serveAnother();
      const run = await scene.makeRun();
      await other.back();
      return () => scene.start(run);
    },
  ),
  declareRefusal(START_OPERATION, 'comparison_evidence_stale', 'prices are those of another table', async (scene) => {
    const run = await scene.withOtherPrices(await scene.makeRun());
    return () => scene.start(run);
  }),
  declareRefusal(START_OPERATION, 'comparison_evidence_stale', 'a connection was retired', async (scene) => {
    const candidate = await scene.makeCandidate();
    const run = await scene.makeRun(ACCEPTANCE_RULE, candidate);
    await scene.connections.retire(candidate.connection_id);
    return () => scene.start(run);
  }),
  declareRefusal(
    START_OPERATION,
    'spend_ceiling_above_remaining',
    'the ceiling is above what the workspace has left',
    async (scene) => {
      const run = await scene.makeRun();
      return () => scene.start(run, { spend_ceiling_nano_usd: CEILING_ABOVE_REMAINING });
    },
  ),
  declareRefusal(CANCEL, 'comparison_canceled', 'the run was cancelled already', async ({ as, endRun }) => {
    const run = await endRun([], ACCEPTANCE_RULE, 'abandoned');
    return () => as().comparisons.runs.cancel(run.comparison_id, run.run_id);
  }),
  declareRefusal(RESULTS, 'comparison_run_not_terminal', 'the run goes on', async ({ as, makeRun }) => {
    const run = await makeRun();
    return () => as().comparisons.results.get(run.comparison_id, run.run_id);
  }),
  declareRefusal(
    REVIEW_OPERATION,
    'sample_case_not_found',
    'the sample has no such case',
    async ({ endRun, review }) => {
      const run = await endRun(EQUAL_OUTCOMES);
      return () => review(run, { case_id: newId('case') });
    },
  ),
  declareRefusal(REVIEW_OPERATION, 'comparison_run_not_terminal', 'the run goes on', async ({ makeRun, review }) => {
    const run = await makeRun();
    return () => review(run);
  }),
  declareRefusal(REVIEW_OPERATION, 'comparison_canceled', 'the run was cancelled', async ({ endRun, review }) => {
    const run = await endRun(EQUAL_OUTCOMES, ACCEPTANCE_RULE, 'abandoned');
    return () => review(run);
  }),
  declareRefusal(
    REVIEW_OPERATION,
    'comparison_evidence_incomplete',
    'there is no answer to judge',
    async ({ endRun, review }) => {
      const run = await endRun(['px', 'pp', 'pp', 'pp'], ACCEPTANCE_RULE, 'partial');
      return () => review(run);
    },
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'decision_requires_release_authority',
    'who changes the route may not deploy',
    async ({ endRun, decide, as }) => {
      const run = await endRun(BETTER_OUTCOMES);
      return () => decide(run, {}, as('comparisons.run', 'cost.read'));
    },
  ),
  declareRefusal(DECIDE_OPERATION, 'comparison_run_not_terminal', 'the run goes on', async ({ makeRun, decide }) => {
    const run = await makeRun();
    return () => decide(run);
  }),
  declareRefusal(
    DECIDE_OPERATION,
    'comparison_canceled',
    'the run was cancelled',
    decideAbout(BETTER_OUTCOMES, { state: 'abandoned' }),
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'comparison_evidence_incomplete',
    'the run ended with cases missing',
    decideAbout(BETTER_OUTCOMES, { state: 'partial' }),
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'baseline_release_changed',
    'the route serves another release than was measured',
    async (scene) => {
      const other = await scene.serveAnother();
      const run = await scene.endRun(BETTER_OUTCOMES);
      await other.back();
      return () => scene.decide(run);
    },
  ),
  declareRefusal(DECIDE_OPERATION, 'comparison_evidence_stale', 'a connection was retired', decideRetired({})),
  declareRefusal(
    DECIDE_OPERATION,
    'comparison_evidence_stale',
    'prices are those of another table, and the bar asks about cost',
    async (scene) => {
      const run = await scene.withOtherPrices(await scene.endRun(BETTER_OUTCOMES, COST_RULE));
      return () => scene.decide(run);
    },
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'decision_superseded',
    'another decision was expected',
    decideAbout(BETTER_OUTCOMES, { body: { expected_decision_id: newId('comparisonDecision') } }),
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'decision_outcome_mismatch',
    'the evidence says something else',
    decideAbout(EQUAL_OUTCOMES),
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'comparison_outcome_does_not_support_change',
    'the evidence is not enough',
    decideAbout(EQUAL_OUTCOMES, { body: NOT_ENOUGH_EVIDENCE }),
  ),
];
