import { oneModelMethod } from './one-model-method.ts';

/** One model rates each answer by a rubric. No version composes it yet. */
export const pointwiseRubric = oneModelMethod({ id: 'pointwise-rubric', isServedBySidecars: true, needsRubric: true });
