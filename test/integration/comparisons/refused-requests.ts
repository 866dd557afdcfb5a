import { newId } from '../../../store/postgres/new-id.ts';
import { RULE } from './comparison-world.ts';
import { ABOVE_REMAINING, ALIKE, BETTER } from './refusal-scene.ts';
import {
  ASKS_COST,
  DECIDE,
  NONE,
  NOTHING,
  PREFLIGHT,
  PUBLISH,
  REVIEW,
  START,
  STRICTER,
  decideAbout,
  decideRetired,
  keyAgain,
  planAgain,
  refused,
  strange,
  type RefusedRequest,
} from './refusal-set-ups.ts';

const CANCEL = 'customer.comparisons.runs.cancel';
const RESULTS = 'customer.comparisons.results.get';

/**
 * The refusals that only one or a few operations give. The tests contain the refusals that nearly all operations give.
 */
export const REFUSED: readonly RefusedRequest[] = [
  refused(
    'customer.comparisons.samples.get',
    'comparison_not_found',
    'the comparison has no such sample set',
    async ({ as, makeComparison }) => {
      const { comparison_id: id } = await makeComparison();
      return () => as().comparisons.samples.get(id, newId('comparisonSample'));
    },
  ),
  refused(PREFLIGHT, 'comparison_not_found', 'the comparison has no such sample set', ({ preflight }) =>
    preflight('labeled', { sample_id: newId('comparisonSample') }),
  ),
  refused(START, 'comparison_not_found', 'the run is of another comparison', async ({ makeRun, start }) => {
    const run = { ...(await makeRun()), comparison_id: (await makeRun()).comparison_id };
    return () => start(run);
  }),
  refused(
    'customer.comparisons.runs.get',
    'comparison_not_found',
    'the run is of another comparison',
    async ({ as, makeRun }) => {
      const [one, other] = [await makeRun(), await makeRun()];
      return () => as().comparisons.runs.get(one.comparison_id, other.run_id);
    },
  ),
  refused(
    'customer.comparisons.decisions.get',
    'comparison_not_found',
    'the run has no such decision',
    async ({ as, endRun }) => {
      const run = await endRun(BETTER);
      return () => as().comparisons.decisions.get(run.comparison_id, run.run_id, newId('comparisonDecision'));
    },
  ),
  refused('customer.comparisons.create', 'acceptance_rule_required', 'a bar asks for nothing', ({ as, route }) => {
    const body = { name: 'x', kind: 'labeled', route_id: route.route_id, acceptance_rule: NOTHING } as const;
    return Promise.resolve(() => as().comparisons.create(body));
  }),
  refused(PUBLISH, 'sample_set_empty', 'no case is chosen', ({ publish }) => publish('labeled')),
  refused(PUBLISH, 'sample_set_empty', 'one case is chosen', ({ publish, chosen }) =>
    publish('labeled', chosen.labeled),
  ),
  refused(PUBLISH, 'sample_set_too_large', '51 cases are chosen', ({ publish }) => publish('labeled', ...strange(51))),
  refused(PUBLISH, 'sample_case_not_found', 'a case is not there', ({ publish, chosen }) =>
    publish('labeled', chosen.labeled, ...strange(1)),
  ),
  refused(PUBLISH, 'expected_label_required', 'a case has neither label nor notes', ({ publish, chosen }) =>
    publish('labeled', chosen.labeled, chosen.bare),
  ),
  refused(PUBLISH, 'reference_notes_required', 'a case has neither, and a judge is to grade', ({ publish, chosen }) =>
    publish('judged', chosen.noted, chosen.bare),
  ),
  refused(PUBLISH, 'sample_case_version_mismatch', 'a case has no such version', ({ publish, chosen }) =>
    publish('labeled', chosen.labeled, [chosen.both, '2']),
  ),
  refused(PUBLISH, 'comparison_kind_mismatch', 'a case has notes alone', ({ publish, chosen }) =>
    publish('labeled', chosen.labeled, chosen.noted),
  ),
  refused(
    PUBLISH,
    'comparison_kind_mismatch',
    'a case has a label alone, and a judge is to grade',
    ({ publish, chosen }) => publish('judged', chosen.labeled, chosen.noted),
  ),
  refused(
    PREFLIGHT,
    'judge_connection_not_granted',
    'the judge that is named may only answer',
    ({ preflight, judge, candidate }) =>
      preflight('judged', { judge: { ...judge, connection_id: candidate.connection_id }, acceptance_rule: RULE }),
  ),
  refused(PREFLIGHT, 'acceptance_rule_required', 'no bar was ever declared', ({ preflight }) => preflight('labeled')),
  refused(PREFLIGHT, 'acceptance_rule_required', 'a bar asks for nothing', ({ preflight }) =>
    preflight('labeled', { acceptance_rule: NOTHING }),
  ),
  refused(PREFLIGHT, 'judge_same_family_refused', 'the judge is of the family of an arm', ({ preflight, judge }) =>
    preflight('judged', { judge: { ...judge, model: 'claudia' }, acceptance_rule: RULE }),
  ),
  refused(PREFLIGHT, 'comparison_kind_mismatch', 'labels are checked, and a judge is named', ({ preflight, judge }) =>
    preflight('labeled', { judge, acceptance_rule: RULE }),
  ),
  refused(
    PREFLIGHT,
    'acceptance_rule_immutable',
    'another bar was fixed',
    planAgain(() => ({ acceptance_rule: STRICTER })),
  ),
  refused(
    START,
    'duplicate_comparison_run',
    'the key started a run under another ceiling',
    keyAgain({ spend_ceiling_nano_usd: '999' }),
  ),
  refused(START, 'duplicate_comparison_run', 'another key started the run', async (scene) => {
    const run = await scene.makeRun();
    await scene.start(run);
    return () => scene.start(run);
  }),
  refused(START, 'comparison_canceled', 'the run was cancelled', async (scene) => {
    const run = await scene.endRun([], RULE, 'abandoned');
    return () => scene.start(run);
  }),
  refused(START, 'baseline_release_changed', 'the route serves another release than was planned', async (scene) => {
    const other = await scene.serveAnother();
    const run = await scene.makeRun();
    await other.back();
    return () => scene.start(run);
  }),
  refused(START, 'comparison_evidence_stale', 'prices are those of another table', async (scene) => {
    const run = await scene.withOtherPrices(await scene.makeRun());
    return () => scene.start(run);
  }),
  refused(START, 'comparison_evidence_stale', 'a connection was retired', async (scene) => {
    const candidate = await scene.makeCandidate();
    const run = await scene.makeRun(RULE, candidate);
    await scene.connections.retire(candidate.connection_id);
    return () => scene.start(run);
  }),
  refused(START, 'spend_ceiling_above_remaining', 'the ceiling is above what the workspace has left', async (scene) => {
    const run = await scene.makeRun();
    return () => scene.start(run, { spend_ceiling_nano_usd: ABOVE_REMAINING });
  }),
  refused(CANCEL, 'comparison_canceled', 'the run was cancelled already', async ({ as, endRun }) => {
    const run = await endRun([], RULE, 'abandoned');
    return () => as().comparisons.runs.cancel(run.comparison_id, run.run_id);
  }),
  refused(RESULTS, 'comparison_run_not_terminal', 'the run goes on', async ({ as, makeRun }) => {
    const run = await makeRun();
    return () => as().comparisons.results.get(run.comparison_id, run.run_id);
  }),
  refused(REVIEW, 'sample_case_not_found', 'the sample has no such case', async ({ endRun, review }) => {
    const run = await endRun(ALIKE);
    return () => review(run, { case_id: newId('case') });
  }),
  refused(REVIEW, 'comparison_run_not_terminal', 'the run goes on', async ({ makeRun, review }) => {
    const run = await makeRun();
    return () => review(run);
  }),
  refused(REVIEW, 'comparison_canceled', 'the run was cancelled', async ({ endRun, review }) => {
    const run = await endRun(ALIKE, RULE, 'abandoned');
    return () => review(run);
  }),
  refused(REVIEW, 'comparison_evidence_incomplete', 'there is no answer to judge', async ({ endRun, review }) => {
    const run = await endRun(['px', 'pp', 'pp', 'pp'], RULE, 'partial');
    return () => review(run);
  }),
  refused(
    DECIDE,
    'decision_requires_release_authority',
    'who changes the route may not deploy',
    async ({ endRun, decide, as }) => {
      const run = await endRun(BETTER);
      return () => decide(run, {}, as('comparisons.run', 'cost.read'));
    },
  ),
  refused(DECIDE, 'comparison_run_not_terminal', 'the run goes on', async ({ makeRun, decide }) => {
    const run = await makeRun();
    return () => decide(run);
  }),
  refused(DECIDE, 'comparison_canceled', 'the run was cancelled', decideAbout(BETTER, { state: 'abandoned' })),
  refused(
    DECIDE,
    'comparison_evidence_incomplete',
    'the run ended with cases missing',
    decideAbout(BETTER, { state: 'partial' }),
  ),
  refused(DECIDE, 'baseline_release_changed', 'the route serves another release than was measured', async (scene) => {
    const other = await scene.serveAnother();
    const run = await scene.endRun(BETTER);
    await other.back();
    return () => scene.decide(run);
  }),
  refused(DECIDE, 'comparison_evidence_stale', 'a connection was retired', decideRetired({})),
  refused(
    DECIDE,
    'comparison_evidence_stale',
    'prices are those of another table, and the bar asks about cost',
    async (scene) => {
      const run = await scene.withOtherPrices(await scene.endRun(BETTER, ASKS_COST));
      return () => scene.decide(run);
    },
  ),
  refused(
    DECIDE,
    'decision_superseded',
    'another decision was expected',
    decideAbout(BETTER, { body: { expected_decision_id: newId('comparisonDecision') } }),
  ),
  refused(DECIDE, 'decision_outcome_mismatch', 'the evidence says something else', decideAbout(ALIKE)),
  refused(
    DECIDE,
    'comparison_outcome_does_not_support_change',
    'the evidence is not enough',
    decideAbout(ALIKE, { body: NONE }),
  ),
];
