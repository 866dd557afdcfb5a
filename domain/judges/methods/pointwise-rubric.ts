import { oneModelMethod } from './one-model-method.ts';

/** The method in which one model rates each answer by a rubric. This version does not implement it. */
export const pointwiseRubric = oneModelMethod({ id: 'pointwise-rubric', isServedBySidecars: true, needsRubric: true });
