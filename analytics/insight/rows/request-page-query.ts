import { dimensionChoices } from '../../../contracts/insight/dimension-question.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { dimensionOf } from '../../../domain/insight/dimensions.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import { choiceConditions, choiceParams } from '../sql/choice-conditions.ts';
import { SAMPLE_COLUMNS } from '../sql/exact-latency-query.ts';
import { endingConditions, factConditions, factParams } from '../sql/fact-conditions.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { afterPosition, newestFirst, pageParams, type PageBounds } from './page-clauses.ts';

/** The figure of a chart from which request rows are opened, and what callers state about its requests. */
export type RequestRowFilter = Pick<InsightQuery, 'latency_filter' | 'facet_filter' | 'dimension_filter'>;

/** One request in the result of a statement: its terminal, or its admission without measurements. */
export interface FoundRequest {
  readonly ended: boolean;
  readonly logical_request_id: string;
  readonly purpose: string;
  /** Unix milliseconds of the admission. */
  readonly at: string;
  readonly release_id: string;
  readonly streaming: boolean;
  readonly streaming_unknown: boolean;
  readonly status: string;
  readonly terminal_kind: string;
  readonly final_model: string;
  readonly final_provider: string;
  readonly attempt_count: number;
  readonly total_ms: number | null;
  readonly first_output_ms: number | null;
  readonly protection_observed: boolean;
}

/** The selection of a question's requests: conditions on ended ones, and all, some or none of the others. */
export interface RequestSelection {
  /** Conditions on terminals and admissions. */
  readonly requests: readonly string[];
  /** Conditions on terminals. */
  readonly terminals: readonly string[];
  /**
   * `alike`: admissions under the same conditions, so that a page of both has every request. `pending`: admissions
   * without a terminal, although the conditions on terminals cannot be applied to admissions. `none`: only terminals.
   */
  readonly admissions: 'alike' | 'pending' | 'none';
  readonly params: BoundQuery['params'];
}

export const REQUEST_IDS = ['logical_request_id'] as const;
const TIME_BASE = 'admitted_at';

const BOTH = [
  ...['logical_request_id', 'purpose', 'toUnixTimestamp64Milli(admitted_at) AS at', 'release_id'],
  ...['streaming', 'streaming_unknown'],
];

/** The columns of a `FoundRequest` in `request_terminals_v1`. */
export const TERMINAL_COLUMNS = [
  'true AS ended',
  ...BOTH,
  'status',
  'terminal_kind',
  'final_model',
  'final_provider',
  'attempt_count',
  'total_ms',
  'first_output_ms',
  'protection_observed',
];

/** The columns of a `FoundRequest` in `request_admissions_v1`. */
export const ADMISSION_COLUMNS = [
  'false AS ended',
  ...BOTH,
  `'pending' AS status`,
  `'' AS terminal_kind`,
  `'' AS final_model`,
  `'' AS final_provider`,
  '0 AS attempt_count',
  'NULL AS total_ms',
  'NULL AS first_output_ms',
  'false AS protection_observed',
];

/** The conditions of a question for requests that its facts filter does not contain. */
export function selectRequests(filter: RequestRowFilter): RequestSelection {
  const { latency_filter: latency, facet_filter: facet } = filter;
  const chosen = dimensionChoices(filter.dimension_filter);
  const byFacet = facet === undefined ? ALL : selectFacet(facet);
  const byLatency = latency === undefined ? undefined : selectLatency(latency);
  return {
    requests: choiceConditions({}, chosen),
    terminals: [...(byLatency?.terminals ?? []), ...byFacet.terminals],
    admissions: byLatency === undefined ? byFacet.admissions : 'none',
    params: { ...byLatency?.params, ...byFacet.params, ...choiceParams(chosen) },
  };
}

/** The query for a page of the selected terminals, newest first. */
export function endedRequestsQuery(filter: FactsFilter, selection: RequestSelection, page: PageBounds): BoundQuery {
  return pageQuery('insight.ended_requests', 'request_terminals_v1', TERMINAL_COLUMNS, {
    facts: endingConditions(filter, 'included'),
    filter,
    selection,
    page,
  });
}

/** The query for a page of the admissions that are selected `alike`, newest first. */
export function admittedRequestsQuery(filter: FactsFilter, selection: RequestSelection, page: PageBounds): BoundQuery {
  return pageQuery('insight.admitted_requests', 'request_admissions_v1', ADMISSION_COLUMNS, {
    facts: [
      ...factConditions(TIME_BASE, filter, 'included'),
      ...(selection.requests.length === 0 ? [] : [withoutEnding(filter)]),
    ],
    filter,
    selection,
    page,
  });
}

/**
 * The condition on admissions without an ending. The events of a request may state different dimensions, so the ending
 * of a matching admission may be on no page.
 */
function withoutEnding(filter: FactsFilter): string {
  return [
    'logical_request_id NOT IN',
    '  (',
    '    SELECT logical_request_id',
    '    FROM request_terminals_v1',
    `    WHERE ${endingConditions(filter, 'included').join('\n      AND ')}`,
    '  )',
  ].join('\n');
}

function pageQuery(
  tag: string,
  table: string,
  columns: readonly string[],
  {
    facts,
    filter,
    selection,
    page,
  }: { facts: readonly string[]; filter: FactsFilter; selection: RequestSelection; page: PageBounds },
): BoundQuery {
  const { requests, terminals } = selection;
  const conditions = [...facts, ...requests, ...terminals, ...afterPosition(TIME_BASE, REQUEST_IDS, page)];
  return {
    tag,
    sql: [
      `SELECT\n  ${columns.join(',\n  ')}`,
      `FROM ${table}`,
      `WHERE ${conditions.join('\n  AND ')}`,
      newestFirst(TIME_BASE, REQUEST_IDS),
    ].join('\n'),
    params: { ...factParams(filter), ...selection.params, ...pageParams(REQUEST_IDS, page) },
  };
}

type FigureSelection = Omit<RequestSelection, 'requests'>;

const ALL: FigureSelection = { terminals: [], admissions: 'alike', params: {} };

/** Selects exactly the samples that the latency counted. */
function selectLatency({ metric, min_ms: minMs, max_ms: maxMs, outcome }: LatencyFilter): FigureSelection {
  const column = SAMPLE_COLUMNS[metric];
  const status = outcome === 'overall' ? undefined : outcome;
  return {
    terminals: [
      `isNotNull(${column})`,
      ...(minMs === undefined ? [] : [`${column} >= {min_ms:Float64}`]),
      ...(maxMs === undefined ? [] : [`${column} < {max_ms:Float64}`]),
      ...(status === undefined ? [] : ['status = {outcome:String}']),
    ],
    admissions: 'none',
    params: {
      ...(minMs !== undefined && { min_ms: String(minMs) }),
      ...(maxMs !== undefined && { max_ms: String(maxMs) }),
      ...(status !== undefined && { outcome: status }),
    },
  };
}

/**
 * Selects the requests of one facet group. Requests without a terminal are in the group without a serving model,
 * without a connection, or of the outcome `pending_or_unknown`.
 */
function selectFacet({ member, value = '' }: FacetFilter): FigureSelection {
  const { member: column, pendingAs, isInRequestRows } = dimensionOf(member);
  if (!isInRequestRows)
    throw new DefectError(`Request rows cannot be matched by ${member}; such a question is refused before.`);
  if (pendingAs === undefined) return equal(column, value, 'alike');
  switch (pendingAs) {
    case 'pending_or_unknown':
      return value === pendingAs ? equal(column, 'unknown', 'pending') : equal(column, value, 'none');
    case 'unserved':
    case 'unnamed':
      return equal(column, value, value === '' ? 'pending' : 'none');
  }
}

function equal(column: string, value: string, admissions: RequestSelection['admissions']): FigureSelection {
  return { terminals: [`${column} = {facet_value:String}`], admissions, params: { facet_value: value } };
}

type LatencyFilter = NonNullable<RequestRowFilter['latency_filter']>;
type FacetFilter = NonNullable<RequestRowFilter['facet_filter']>;
