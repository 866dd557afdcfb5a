import { declareSingleModelMethod } from './declare-single-model-method.ts';

/** The method in which one model compares each answer with a known good answer. This version does not implement it. */
export const referenceMethod = declareSingleModelMethod({
  id: 'reference',
  isServedBySidecars: true,
  needsRubric: false,
});
