import type { ComposedMethod, DeclaredMethod } from './judge-method.ts';
import { pairwiseMethod } from './pairwise-method.ts';
import { panelMethod } from './panel.ts';
import { pointwiseBoolMethod } from './pointwise-bool-method.ts';
import { pointwiseRubricMethod } from './pointwise-rubric-method.ts';
import { referenceMethod } from './reference-method.ts';

/** The judging methods: the closed set from which all other lists of methods derive. */
const METHODS = [pointwiseBoolMethod, pointwiseRubricMethod, pairwiseMethod, referenceMethod, panelMethod] as const;

type Method = (typeof METHODS)[number];

export type JudgeMethodId = Method['id'];

export type ComposedMethodId = Extract<Method, ComposedMethod>['id'];

/** The method of a judge whose settings name no method. */
export const DEFAULT_METHOD = pointwiseBoolMethod;

export const JUDGE_METHODS: readonly JudgeMethodId[] = METHODS.map(({ id }) => id);

/** The methods that judges behind sidecars can use. All other methods need a provider. */
export const SIDECAR_JUDGE_METHODS: readonly JudgeMethodId[] = METHODS.filter(
  ({ isServedBySidecars }) => isServedBySidecars,
).map(({ id }) => id);

/** The methods that this version implements, by id. */
export const COMPOSED_METHODS = Object.fromEntries(
  METHODS.filter((method) => 'combine' in method).map((method) => [method.id, method]),
) as Readonly<Record<ComposedMethodId, ComposedMethod<ComposedMethodId>>>;

export function isComposed(id: JudgeMethodId): id is ComposedMethodId {
  return Object.hasOwn(COMPOSED_METHODS, id);
}

/** The method with an id; undefined if no method has the id. */
export function judgeMethod(id: string): DeclaredMethod | undefined {
  return METHODS.find((method) => method.id === id);
}
