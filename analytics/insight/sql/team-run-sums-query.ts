import type { BoundQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import type { GroupRow } from './group-columns.ts';
import { populationClauses } from './population-clauses.ts';

/** One row in the result of `teamRunSumsQuery`. */
export interface TeamRunSumsRow extends GroupRow {
  readonly runs: string;
  readonly untraced: string;
}

/** The query for distinct (team, trace) of the requests of teams, and for the requests of teams without a trace. */
export function teamRunSumsQuery(question: FactsQuestion): BoundQuery {
  const { columns, arrayJoin, selection, choices } = populationClauses('admissions', question, {
    timeBase: 'admitted_at',
    side: 'included',
  });
  return {
    tag: 'insight.team_runs',
    sql: [
      'SELECT',
      ...columns.select.map((column) => `  ${column},`),
      `  uniqExactIf((team_id, trace_id), trace_id != '') AS runs,`,
      `  countIf(trace_id = '') AS untraced`,
      'FROM request_admissions_v1',
      ...arrayJoin,
      `WHERE ${[...selection, ...choices, `team_id != ''`].join('\n  AND ')}`,
      `GROUP BY ${columns.groupBy.join(', ')}`,
    ].join('\n'),
    params: {},
  };
}
