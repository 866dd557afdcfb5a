import { declareSingleModelMethod } from './declare-single-model-method.ts';

/** The method in which one model chooses the better of two answers. This version does not implement it. */
export const pairwiseMethod = declareSingleModelMethod({
  id: 'pairwise',
  isServedBySidecars: true,
  needsRubric: false,
});
