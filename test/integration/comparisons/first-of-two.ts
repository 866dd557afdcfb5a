import { newId } from '../../../store/postgres/new-id.ts';
import { ACCEPTANCE_RULE } from './comparison-world.ts';
import { CEILING_ABOVE_REMAINING, EQUAL_OUTCOMES, BETTER_OUTCOMES, type RefusalScene } from './refusal-scene.ts';
import {
  COST_RULE,
  DECIDE_OPERATION,
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

const judgeOfNobody = ({ judge, candidate }: RefusalScene) => ({ ...judge, connection_id: candidate.connection_id });

/**
 * Two refusals that apply at the same time, and the refusal that the API gives. The order is 404, 422 of the schema,
 * keys, 403, 422 of states, 409.
 */
export const FIRST_OF_TWO: readonly RefusedRequest[] = [
  declareRefusal(PUBLISH_OPERATION, 'sample_set_too_large', 'the cases are not there either', ({ publish }) =>
    publish('labeled', ...makeUnknownIds(51)),
  ),
  declareRefusal(
    PUBLISH_OPERATION,
    'sample_case_not_found',
    'another case has no label, and a third one not the version',
    ({ publish, chosen: { bare, labeled } }) => publish('labeled', bare, [labeled, '2'], ...makeUnknownIds(1)),
  ),
  declareRefusal(
    PUBLISH_OPERATION,
    'expected_label_required',
    'another case has not the version',
    ({ publish, chosen: { bare, labeled } }) => publish('labeled', [labeled, '2'], bare),
  ),
  declareRefusal(
    PUBLISH_OPERATION,
    'sample_case_version_mismatch',
    'another case has notes alone',
    ({ publish, chosen: { noted, labeled } }) => publish('labeled', noted, [labeled, '2']),
  ),
  declareRefusal(PREFLIGHT_OPERATION, 'comparison_not_found', 'nobody may judge either', (scene) =>
    scene.preflight('judged', { sample_id: newId('comparisonSample'), judge: judgeOfNobody(scene) }),
  ),
  declareRefusal(PREFLIGHT_OPERATION, 'judge_connection_not_granted', 'the bar asks for nothing', (scene) =>
    scene.preflight('judged', { judge: judgeOfNobody(scene), acceptance_rule: UNDEMANDING_RULE }),
  ),
  declareRefusal(
    PREFLIGHT_OPERATION,
    'acceptance_rule_required',
    'labels are checked, and a judge is named',
    ({ preflight, judge }) => preflight('labeled', { judge, acceptance_rule: UNDEMANDING_RULE }),
  ),
  declareRefusal(
    PREFLIGHT_OPERATION,
    'comparison_kind_mismatch',
    'another bar was fixed',
    planSecondPreflight(({ judge }) => ({ judge, acceptance_rule: STRICTER_RULE })),
  ),
  declareRefusal(
    START_OPERATION,
    'duplicate_comparison_run',
    'the run has no judge, whose ceiling the key is used with',
    reuseKey({ judge_ceiling_nano_usd: '1' }),
  ),
  declareRefusal(
    START_OPERATION,
    'validation_failed',
    'the run was cancelled, and has no judge for the ceiling',
    async (scene) => {
      const run = await scene.endRun([], ACCEPTANCE_RULE, 'abandoned');
      return () => scene.start(run, { judge_ceiling_nano_usd: '1' });
    },
  ),
  declareRefusal(START_OPERATION, 'comparison_canceled', 'prices have moved', async (scene) => {
    const run = await scene.withOtherPrices(await scene.endRun([], ACCEPTANCE_RULE, 'abandoned'));
    return () => scene.start(run);
  }),
  declareRefusal(START_OPERATION, 'comparison_evidence_stale', 'the ceiling is above what is left', async (scene) => {
    const run = await scene.withOtherPrices(await scene.makeRun());
    return () => scene.start(run, { spend_ceiling_nano_usd: CEILING_ABOVE_REMAINING });
  }),
  declareRefusal(REVIEW_OPERATION, 'sample_case_not_found', 'the run goes on', async ({ makeRun, review }) => {
    const run = await makeRun();
    return () => review(run, { case_id: newId('case') });
  }),
  declareRefusal(
    DECIDE_OPERATION,
    'decision_requires_release_authority',
    'the run goes on',
    async ({ makeRun, decide, as }) => {
      const run = await makeRun();
      return () => decide(run, {}, as('comparisons.run'));
    },
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'comparison_canceled',
    'the evidence says something else',
    decideAbout(['pp', 'pp'], { state: 'abandoned' }),
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'comparison_evidence_incomplete',
    'the route serves another release',
    async (scene) => {
      const other = await scene.serveAnother();
      const run = await scene.endRun(BETTER_OUTCOMES, ACCEPTANCE_RULE, 'partial');
      await other.back();
      return () => scene.decide(run);
    },
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'baseline_release_changed',
    'prices have moved, and the bar asks about cost',
    async (scene) => {
      const other = await scene.serveAnother();
      const run = await scene.withOtherPrices(await scene.endRun(BETTER_OUTCOMES, COST_RULE));
      await other.back();
      return () => scene.decide(run);
    },
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'comparison_evidence_stale',
    'another decision was expected',
    decideRetired({ expected_decision_id: newId('comparisonDecision') }),
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'decision_superseded',
    'the evidence says something else',
    decideAbout(EQUAL_OUTCOMES, { body: { expected_decision_id: newId('comparisonDecision') } }),
  ),
  declareRefusal(
    DECIDE_OPERATION,
    'decision_outcome_mismatch',
    'it would not carry the change either',
    decideAbout(EQUAL_OUTCOMES, { body: { outcome: 'does_not_meet_bar' } }),
  ),
];
