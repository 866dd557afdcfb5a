import { newId } from '../../../store/postgres/new-id.ts';
import { RULE } from './comparison-world.ts';
import { ABOVE_REMAINING, ALIKE, BETTER, type RefusalScene } from './refusal-scene.ts';
import {
  ASKS_COST,
  DECIDE,
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

const judgeOfNobody = ({ judge, candidate }: RefusalScene) => ({ ...judge, connection_id: candidate.connection_id });

/**
 * Two refusals that apply at the same time, and the refusal that the API gives. The order is 404, 422 of the schema,
 * keys, 403, 422 of states, 409.
 */
export const FIRST_OF_TWO: readonly RefusedRequest[] = [
  refused(PUBLISH, 'sample_set_too_large', 'the cases are not there either', ({ publish }) =>
    publish('labeled', ...strange(51)),
  ),
  refused(
    PUBLISH,
    'sample_case_not_found',
    'another case has no label, and a third one not the version',
    ({ publish, chosen: { bare, labeled } }) => publish('labeled', bare, [labeled, '2'], ...strange(1)),
  ),
  refused(
    PUBLISH,
    'expected_label_required',
    'another case has not the version',
    ({ publish, chosen: { bare, labeled } }) => publish('labeled', [labeled, '2'], bare),
  ),
  refused(
    PUBLISH,
    'sample_case_version_mismatch',
    'another case has notes alone',
    ({ publish, chosen: { noted, labeled } }) => publish('labeled', noted, [labeled, '2']),
  ),
  refused(PREFLIGHT, 'comparison_not_found', 'nobody may judge either', (scene) =>
    scene.preflight('judged', { sample_id: newId('comparisonSample'), judge: judgeOfNobody(scene) }),
  ),
  refused(PREFLIGHT, 'judge_connection_not_granted', 'the bar asks for nothing', (scene) =>
    scene.preflight('judged', { judge: judgeOfNobody(scene), acceptance_rule: NOTHING }),
  ),
  refused(PREFLIGHT, 'acceptance_rule_required', 'labels are checked, and a judge is named', ({ preflight, judge }) =>
    preflight('labeled', { judge, acceptance_rule: NOTHING }),
  ),
  refused(
    PREFLIGHT,
    'comparison_kind_mismatch',
    'another bar was fixed',
    planAgain(({ judge }) => ({ judge, acceptance_rule: STRICTER })),
  ),
  refused(
    START,
    'duplicate_comparison_run',
    'the run has no judge, whose ceiling the key is used with',
    keyAgain({ judge_ceiling_nano_usd: '1' }),
  ),
  refused(START, 'validation_failed', 'the run was cancelled, and has no judge for the ceiling', async (scene) => {
    const run = await scene.endRun([], RULE, 'abandoned');
    return () => scene.start(run, { judge_ceiling_nano_usd: '1' });
  }),
  refused(START, 'comparison_canceled', 'prices have moved', async (scene) => {
    const run = await scene.withOtherPrices(await scene.endRun([], RULE, 'abandoned'));
    return () => scene.start(run);
  }),
  refused(START, 'comparison_evidence_stale', 'the ceiling is above what is left', async (scene) => {
    const run = await scene.withOtherPrices(await scene.makeRun());
    return () => scene.start(run, { spend_ceiling_nano_usd: ABOVE_REMAINING });
  }),
  refused(REVIEW, 'sample_case_not_found', 'the run goes on', async ({ makeRun, review }) => {
    const run = await makeRun();
    return () => review(run, { case_id: newId('case') });
  }),
  refused(DECIDE, 'decision_requires_release_authority', 'the run goes on', async ({ makeRun, decide, as }) => {
    const run = await makeRun();
    return () => decide(run, {}, as('comparisons.run'));
  }),
  refused(
    DECIDE,
    'comparison_canceled',
    'the evidence says something else',
    decideAbout(['pp', 'pp'], { state: 'abandoned' }),
  ),
  refused(DECIDE, 'comparison_evidence_incomplete', 'the route serves another release', async (scene) => {
    const other = await scene.serveAnother();
    const run = await scene.endRun(BETTER, RULE, 'partial');
    await other.back();
    return () => scene.decide(run);
  }),
  refused(DECIDE, 'baseline_release_changed', 'prices have moved, and the bar asks about cost', async (scene) => {
    const other = await scene.serveAnother();
    const run = await scene.withOtherPrices(await scene.endRun(BETTER, ASKS_COST));
    await other.back();
    return () => scene.decide(run);
  }),
  refused(
    DECIDE,
    'comparison_evidence_stale',
    'another decision was expected',
    decideRetired({ expected_decision_id: newId('comparisonDecision') }),
  ),
  refused(
    DECIDE,
    'decision_superseded',
    'the evidence says something else',
    decideAbout(ALIKE, { body: { expected_decision_id: newId('comparisonDecision') } }),
  ),
  refused(
    DECIDE,
    'decision_outcome_mismatch',
    'it would not carry the change either',
    decideAbout(ALIKE, { body: { outcome: 'does_not_meet_bar' } }),
  ),
];
