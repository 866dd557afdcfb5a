import type { EvalRefusal } from '../experiments/eval-refusal.ts';

/** The refusal of a run whose dataset was deleted. */
export const DATASET_DELETED: EvalRefusal = {
  code: 'no_items',
  need: 1,
  have: 0,
  text: 'The pinned dataset was deleted. Create an experiment over another dataset.',
};
