import { newId } from '../../../store/postgres/new-id.ts';
import { RULE } from './comparison-world.ts';
import { BETTER, type RefusalScene } from './refusal-scene.ts';

export const PUBLISH = 'customer.comparisons.samples.publish';
export const PREFLIGHT = 'customer.comparisons.runs.preflight';
export const START = 'customer.comparisons.runs.start';
export const REVIEW = 'customer.comparisons.verdicts.review';
export const DECIDE = 'customer.comparisons.decisions.create';

/** Prepares the scene, and returns the request that is refused. */
type Arrange = (scene: RefusalScene) => Promise<() => Promise<unknown>>;

/** An operation, its refusal, and the condition of the refusal. */
export interface RefusedRequest {
  readonly operation: string;
  readonly code: string;
  readonly when: string;
  readonly arrange: Arrange;
}

export function refused(operation: string, code: string, when: string, arrange: Arrange): RefusedRequest {
  return { operation, code, when, arrange };
}

/** A bar that every result passes. */
export const NOTHING = { confidence: '0.95', tolerated_unknowns: 3, critical_cases_must_pass: false } as const;
export const STRICTER = { ...RULE, critical_cases_must_pass: true };
export const ASKS_COST = { ...RULE, highest_cost_ratio: '1' };
export const NONE = { outcome: 'not_enough_evidence' } as const;
export const strange = (count: number): string[] => Array.from({ length: count }, () => newId('case'));

/** Plans another preflight of a comparison whose bar is fixed. */
export const planAgain =
  (body: (scene: RefusalScene) => object): Arrange =>
  async (scene) => {
    const { comparison_id: id, sample_id } = await scene.makeRun();
    const whole = { sample_id, candidate: scene.candidate, ...body(scene) };
    return () => scene.as().comparisons.runs.preflight(id, whole);
  };

/** Starts a run under a ceiling of 1,000 with a key, and then another run with the same key. */
export const keyAgain =
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
    { rule = RULE, state = 'complete', body = {} }: { rule?: typeof RULE; state?: string; body?: object } = {},
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
    const run = await scene.endRun(BETTER, RULE, 'complete', candidate);
    await scene.connections.retire(candidate.connection_id);
    return () => scene.decide(run, body);
  };
