import { newId } from '../../../store/postgres/new-id.ts';
import { ACCEPTANCE_RULE } from './comparison-world.ts';
import { BETTER_OUTCOMES, type RefusalScene } from './refusal-scene.ts';

export const PUBLISH_OPERATION = 'customer.comparisons.samples.publish';
export const PREFLIGHT_OPERATION = 'customer.comparisons.runs.preflight';
export const START_OPERATION = 'customer.comparisons.runs.start';
export const REVIEW_OPERATION = 'customer.comparisons.verdicts.review';
export const DECIDE_OPERATION = 'customer.comparisons.decisions.create';

/** Prepares the scene, and returns the request that is refused. */
type Arrange = (scene: RefusalScene) => Promise<() => Promise<unknown>>;

/** An operation, its refusal, and the condition of the refusal. */
export interface RefusedRequest {
  readonly operation: string;
  readonly code: string;
  readonly when: string;
  readonly arrange: Arrange;
}

export function declareRefusal(operation: string, code: string, when: string, arrange: Arrange): RefusedRequest {
  return { operation, code, when, arrange };
}

/** A bar that every result passes. */
export const UNDEMANDING_RULE = { confidence: '0.95', tolerated_unknowns: 3, critical_cases_must_pass: false } as const;
export const STRICTER_RULE = { ...ACCEPTANCE_RULE, critical_cases_must_pass: true };
export const COST_RULE = { ...ACCEPTANCE_RULE, highest_cost_ratio: '1' };
export const NOT_ENOUGH_EVIDENCE = { outcome: 'not_enough_evidence' } as const;
export const makeUnknownIds = (count: number): string[] => Array.from({ length: count }, () => newId('case'));

/** Plans another preflight of a comparison whose bar is fixed. */
export const planSecondPreflight =
  (body: (scene: RefusalScene) => object): Arrange =>
  async (scene) => {
    const { comparison_id: id, sample_id } = await scene.makeRun();
    const whole = { sample_id, candidate: scene.candidate, ...body(scene) };
    return () => scene.as().comparisons.runs.preflight(id, whole);
  };

/** Starts a run under a ceiling of 1,000 with a key, and then another run with the same key. */
export const reuseKey =
  (body: object): Arrange =>
  async (scene) => {
    const [run, key] = [await scene.makeRun(), newId('request')];
    await scene.start(run, {}, key);
    return () => scene.start(run, body, key);
  };

/** Decides about a run with these outcomes. */
export const decideAbout =
  (
    outcomes: readonly string[],
    {
      rule = ACCEPTANCE_RULE,
      state = 'complete',
      body = {},
    }: { rule?: typeof ACCEPTANCE_RULE; state?: string; body?: object } = {},
  ): Arrange =>
  async (scene) => {
    const run = await scene.endRun(outcomes, rule, state);
    return () => scene.decide(run, body);
  };

/** Decides about a run whose candidate used a connection that was retired later. */
export const decideRetired =
  (body: object): Arrange =>
  async (scene) => {
    const candidate = await scene.makeCandidate();
    const run = await scene.endRun(BETTER_OUTCOMES, ACCEPTANCE_RULE, 'complete', candidate);
    await scene.connections.retire(candidate.connection_id);
    return () => scene.decide(run, body);
  };
