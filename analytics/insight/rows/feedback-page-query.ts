import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import {
  boundInstant,
  factConditions,
  factParams,
  horizonConditions,
  horizonParams,
  revisionConditions,
} from '../sql/fact-conditions.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { pageParams, type PageBounds } from './page-clauses.ts';

export type FeedbackRowFilter = NonNullable<InsightQuery['feedback_filter']>;

/** One verdict in the result of a statement. `at` is in Unix milliseconds. */
export interface FoundVerdict {
  readonly at: string;
  readonly logical_request_id: string;
  readonly application_id: string;
  readonly gateway_id: string;
  readonly environment_id: string;
  readonly issuer_ref: string;
  /** Absent unless it was requested. */
  readonly issuer?: string;
  readonly feedback_id: string;
  readonly value: string;
  readonly revision: number;
  readonly source: string;
  readonly match: string;
  readonly purpose: string;
}

const VERDICT_IDS = ['logical_request_id', 'issuer_ref', 'feedback_id'] as const;
const TIME_BASE = 'occurred_at';

const COLUMNS = [
  'toUnixTimestamp64Milli(occurred_at) AS at',
  'logical_request_id',
  'application_id',
  'gateway_id',
  'environment_id',
  'issuer_ref',
  'feedback_id',
  'value',
  'revision',
  'source',
  'match',
  'purpose',
];

/**
 * The query for a page of verdicts: newest first, then by ascending ids. The newest revision of a verdict is determined
 * over the complete workspace, before any other condition: window, scope and release do not matter for it. The requests
 * of selected revisions are listed first, so that no other verdict of the workspace is sorted.
 *
 * @param withIssuer true to read the label of the issuer
 */
export function feedbackPageQuery(
  filter: FactsFilter,
  narrowing: FeedbackRowFilter,
  page: PageBounds,
  withIssuer: boolean,
): BoundQuery {
  const narrowed = [
    ...(narrowing.logical_request_id === undefined ? [] : ['logical_request_id = {logical_request_id:String}']),
    ...(narrowing.match === undefined ? [] : ['match = {match:String}']),
    ...afterVerdict(page),
  ];
  return {
    tag: 'insight.feedback',
    sql: [
      `SELECT\n  ${[...COLUMNS, ...(withIssuer ? ['issuer'] : [])].join(',\n  ')}`,
      'FROM',
      '(',
      '  SELECT *',
      '  FROM feedback_verdicts_v1',
      '  WHERE organization_id = {organization_id:String}',
      '    AND workspace_id = {workspace_id:String}',
      ...horizonConditions(TIME_BASE, filter).map((condition) => `    AND ${condition}`),
      '    AND arrival_seq <= {fence:UInt64}',
      '    AND logical_request_id IN',
      '    (',
      '      SELECT logical_request_id',
      '      FROM feedback_verdicts_v1',
      `      WHERE ${[...factConditions(TIME_BASE, filter, 'included'), ...narrowed].join('\n        AND ')}`,
      '    )',
      '  ORDER BY revision DESC, arrival_seq DESC',
      `  LIMIT 1 BY ${VERDICT_IDS.join(', ')}`,
      ')',
      `WHERE ${[...revisionConditions(TIME_BASE, filter, 'included'), ...narrowed].join('\n  AND ')}`,
      `ORDER BY ${TIME_BASE} DESC, ${VERDICT_IDS.join(', ')}`,
      'LIMIT {rows:UInt32}',
    ].join('\n'),
    params: { ...factParams(filter), ...horizonParams(filter), ...narrowing, ...pageParams(VERDICT_IDS, page) },
  };
}

function afterVerdict({ after }: PageBounds): string[] {
  if (after === undefined) return [];
  const at = boundInstant('after_at');
  const bound = VERDICT_IDS.map((id) => `{after_${id}:String}`);
  return [`${TIME_BASE} <= ${at}`, `(${TIME_BASE} < ${at} OR (${VERDICT_IDS.join(', ')}) > (${bound.join(', ')}))`];
}
