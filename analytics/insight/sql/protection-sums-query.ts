import { isDimensionMember } from '../../../domain/insight/caller-dimensions.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import type { GroupRow } from './group-columns.ts';
import { carriedDimensions } from './carried-dimensions.ts';
import { choiceConditions } from './choice-conditions.ts';
import { POPULATION_FACETS } from './facet-join.ts';
import { populationClauses } from './population-clauses.ts';

/** One row in the result of `protectionSumsQuery`. */
export interface ProtectionSumsRow extends GroupRow {
  readonly eligible: string;
  readonly evaluated: string;
  readonly blocked: string;
  readonly modified: string;
  readonly errors: string;
  readonly not_executed: string;
  readonly blocked_requests: string;
}

const TIME_BASE = 'admitted_at';
/** The columns by which an evaluation is split and counted. */
const CARRIED = [TIME_BASE, 'purpose', 'release_id', 'input_size_bucket', 'eligibility', 'evaluation', 'outcome'];

/**
 * The query for protection by group: the newest evaluation of each (request, component, phase). All evaluations of one
 * such key have the admission and the facets of their request. A question therefore selects all of them or none, and
 * the newest in its window is the newest in the workspace. What callers state may differ between evaluations, so it is
 * chosen after the newest is known.
 */
export function protectionSumsQuery(question: FactsQuestion): BoundQuery {
  const { columns, arrayJoin, selection, choices } = populationClauses('evaluations', question, {
    timeBase: TIME_BASE,
    side: 'included',
    chosen: question.chosen.filter(({ member }) => !isDimensionMember(member)),
  });
  const ofCallers = question.chosen.filter(({ member }) => isDimensionMember(member));
  const stated = choiceConditions(POPULATION_FACETS.evaluations, ofCallers);
  const carried = [...CARRIED, ...carriedDimensions({ ...question, chosen: ofCallers })];
  return {
    tag: 'insight.protection',
    sql: [
      'SELECT',
      ...columns.select.map((column) => `  ${column},`),
      `  countIf(eligibility = 'eligible') AS eligible,`,
      `  countIf(evaluation = 'evaluated') AS evaluated,`,
      `  countIf(outcome = 'blocked') AS blocked,`,
      `  countIf(outcome = 'modified') AS modified,`,
      `  countIf(evaluation = 'error') AS errors,`,
      `  countIf(evaluation = 'not_executed') AS not_executed,`,
      `  uniqExactIf(logical_request_id, outcome = 'blocked') AS blocked_requests`,
      'FROM',
      '(',
      `  SELECT logical_request_id, ${carried.map((name, index) => `newest.${index + 1} AS ${name}`).join(', ')}`,
      '  FROM',
      '  (',
      '    SELECT',
      '      logical_request_id,',
      `      argMax((${carried.join(', ')}), (evaluated_at, arrival_seq)) AS newest`,
      '    FROM protection_evaluations_v1',
      `    WHERE ${[...selection, ...choices].join('\n      AND ')}`,
      '    GROUP BY logical_request_id, component_id, phase',
      '  )',
      ')',
      ...arrayJoin,
      ...(stated.length === 0 ? [] : [`WHERE ${stated.join(' AND ')}`]),
      `GROUP BY ${columns.groupBy.join(', ')}`,
    ].join('\n'),
    params: {},
  };
}
