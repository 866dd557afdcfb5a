import type { ComposedMethod, DeclaredMethod } from './judge-method.ts';
import { pairwise } from './pairwise.ts';
import { panel } from './panel.ts';
import { pointwiseBool } from './pointwise-bool.ts';
import { pointwiseRubric } from './pointwise-rubric.ts';
import { reference } from './reference.ts';

/** The methods by which judges judge: the one closed set, from which every other list of them derives. */
const METHODS = [pointwiseBool, pointwiseRubric, pairwise, reference, panel] as const;

type Method = (typeof METHODS)[number];

export type JudgeMethodId = Method['id'];

export type ComposedMethodId = Extract<Method, ComposedMethod>['id'];

/** The method of a judge whose settings name none. */
export const DEFAULT_METHOD = pointwiseBool;

export const JUDGE_METHODS: readonly JudgeMethodId[] = METHODS.map(({ id }) => id);

/** The methods of judges behind sidecars: the rest is served by providers alone. */
export const SIDECAR_JUDGE_METHODS: readonly JudgeMethodId[] = METHODS.filter(
  ({ isServedBySidecars }) => isServedBySidecars,
).map(({ id }) => id);

/** The methods by which this version judges, by their ids. */
export const COMPOSED_METHODS = Object.fromEntries(
  METHODS.filter((method) => 'combine' in method).map((method) => [method.id, method]),
) as Readonly<Record<ComposedMethodId, ComposedMethod<ComposedMethodId>>>;

export function isComposed(id: JudgeMethodId): id is ComposedMethodId {
  return Object.hasOwn(COMPOSED_METHODS, id);
}

/** The method with an id; undefined where no method has it. */
export function judgeMethod(id: string): DeclaredMethod | undefined {
  return METHODS.find((method) => method.id === id);
}
