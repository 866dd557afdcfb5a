import { oneModelMethod } from './one-model-method.ts';

/** One model holds each answer against another one that is known to be good. No version composes it yet. */
export const reference = oneModelMethod({ id: 'reference', isServedBySidecars: true, needsRubric: false });
