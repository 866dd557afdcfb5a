import { oneModelMethod } from './one-model-method.ts';

/** The method in which one model chooses the better of two answers. This version does not implement it. */
export const pairwise = oneModelMethod({ id: 'pairwise', isServedBySidecars: true, needsRubric: false });
