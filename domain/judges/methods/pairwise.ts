import { oneModelMethod } from './one-model-method.ts';

/** One model prefers one of two answers. No version composes it yet. */
export const pairwise = oneModelMethod({ id: 'pairwise', isServedBySidecars: true, needsRubric: false });
