import type { BoundQuery } from '../../statements/bound-query.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { carriedDimensions } from './carried-dimensions.ts';
import { excludedFlag, horizonConditions, horizonParams, revisionConditions } from './fact-conditions.ts';
import type { GroupRow } from './group-columns.ts';
import { populationClauses } from './population-clauses.ts';

/** One row in the result of `feedbackSumsQuery`. */
export interface FeedbackSumsRow extends GroupRow {
  /** True for verdicts that exclusions cover. */
  readonly excluded: boolean;
  readonly verdicts: string;
  readonly rated_requests: string;
}

const TIME_BASE = 'occurred_at';
const IDENTITY = 'logical_request_id, issuer_ref, feedback_id';
/** The columns by which a revision is selected and split. */
const CARRIED = [TIME_BASE, 'environment_id', 'purpose', 'release_id', 'route_id', 'input_size_bucket'] as const;

/**
 * The query for verdicts by group. The newest revision of an identity is determined over the complete workspace, for
 * any time, scope and release, and only then selected by them. Identities without a selected revision are ignored.
 */
export function feedbackSumsQuery(question: FactsQuestion): BoundQuery {
  const { columns, arrayJoin, selection, choices } = populationClauses('verdicts', question, {
    timeBase: TIME_BASE,
    side: 'both',
  });
  const excluded = excludedFlag(TIME_BASE, question);
  const carried = [...CARRIED, ...carriedDimensions(question)];
  return {
    tag: 'insight.feedback_sums',
    sql: [
      'SELECT',
      ...columns.select.map((column) => `  ${column},`),
      `  ${excluded ?? 'false'} AS excluded,`,
      '  count() AS verdicts,',
      '  uniqExact(logical_request_id) AS rated_requests',
      'FROM',
      '(',
      `  SELECT logical_request_id, ${carried.map((name, index) => `newest.${index + 1} AS ${name}`).join(', ')}`,
      '  FROM',
      '  (',
      `    SELECT ${IDENTITY}, argMax((${carried.join(', ')}), (revision, arrival_seq)) AS newest`,
      '    FROM feedback_verdicts_v1',
      '    WHERE organization_id = {organization_id:String}',
      '      AND workspace_id = {workspace_id:String}',
      ...horizonConditions(TIME_BASE, question).map((condition) => `      AND ${condition}`),
      '      AND arrival_seq <= {fence:UInt64}',
      `      AND (${IDENTITY}) IN`,
      '      (',
      `        SELECT ${IDENTITY}`,
      '        FROM feedback_verdicts_v1',
      `        WHERE ${selection.join('\n          AND ')}`,
      '      )',
      `    GROUP BY ${IDENTITY}`,
      '  )',
      ')',
      ...arrayJoin,
      `WHERE ${[...revisionConditions(TIME_BASE, question, 'both'), ...choices].join('\n  AND ')}`,
      `GROUP BY ${[...columns.groupBy, ...(excluded === undefined ? [] : ['excluded'])].join(', ')}`,
    ].join('\n'),
    params: horizonParams(question),
  };
}
