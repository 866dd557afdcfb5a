import type { FactsQuestion } from '../question/facts-question.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { factParams } from './fact-conditions.ts';
import { choiceParams } from './choice-conditions.ts';
import { shownParams, topParams } from './facet-join.ts';
import { bucketParams } from './group-columns.ts';

/** The values that a statement over the facts of a question binds, except those of its layers. */
export function questionParams(question: FactsQuestion): BoundQuery['params'] {
  return {
    ...factParams(question),
    ...choiceParams(question.chosen),
    ...bucketParams(question),
    ...topParams(question),
    ...shownParams(question),
  };
}
