import type { BoundQuery, RunQuestionQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { choiceParams } from './choice-conditions.ts';
import { factParams } from './fact-conditions.ts';
import { shownParams, topParams } from './facet-join.ts';
import { bucketParams } from './group-columns.ts';

/** The values that the statements over the facts of a question bind, except those of its layers. */
export function questionParams(question: FactsQuestion): BoundQuery['params'] {
  return {
    ...factParams(question),
    ...choiceParams(question.chosen),
    ...bucketParams(question),
    ...topParams(question),
    ...shownParams(question),
  };
}

/** The function that runs the statements of a question. The values of the question are computed once. */
export function bindQuestion(ask: RunQuestionQuery, question: FactsQuestion): RunQuestionQuery {
  const bound = questionParams(question);
  return (query) => ask({ ...query, params: { ...bound, ...query.params } });
}
