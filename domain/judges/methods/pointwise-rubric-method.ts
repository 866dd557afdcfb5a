import { declareSingleModelMethod } from './declare-single-model-method.ts';

/** The method in which one model rates each answer by a rubric. This version does not implement it. */
export const pointwiseRubricMethod = declareSingleModelMethod({
  id: 'pointwise-rubric',
  isServedBySidecars: true,
  needsRubric: true,
});
