import type { BoundQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { factConditions } from './fact-conditions.ts';
import { choiceConditions } from './choice-conditions.ts';
import { facetJoin, POPULATION_FACETS } from './facet-join.ts';
import { groupColumns, type GroupRow } from './group-columns.ts';
import { questionParams } from './question-params.ts';

/** One row in the result of `teamRunSumsQuery`. */
export interface TeamRunSumsRow extends GroupRow {
  readonly runs: string;
  readonly untraced: string;
}

const TIME_BASE = 'admitted_at';

/** The query for distinct (team, trace) of the requests of teams, and for the requests of teams without a trace. */
export function teamRunSumsQuery(question: FactsQuestion): BoundQuery {
  const { arrayJoin, parts } = facetJoin(POPULATION_FACETS.admissions, question);
  const columns = groupColumns(TIME_BASE, question, parts);
  return {
    tag: 'insight.team_runs',
    sql: [
      'SELECT',
      ...columns.select.map((column) => `  ${column},`),
      `  uniqExactIf((team_id, trace_id), trace_id != '') AS runs,`,
      `  countIf(trace_id = '') AS untraced`,
      'FROM request_admissions_v1',
      ...arrayJoin,
      `WHERE ${[...factConditions(TIME_BASE, question, 'included'), ...choiceConditions(POPULATION_FACETS.admissions, question.chosen), `team_id != ''`].join('\n  AND ')}`,
      `GROUP BY ${columns.groupBy.join(', ')}`,
    ].join('\n'),
    params: questionParams(question),
  };
}
