import { oneModelMethod } from './one-model-method.ts';

/** The method in which one model compares each answer with a known good answer. This version does not implement it. */
export const reference = oneModelMethod({ id: 'reference', isServedBySidecars: true, needsRubric: false });
