import { boundInstant, factConditions, factParams, instantParam } from '../sql/fact-conditions.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';

/** The last evaluation of one protection component on one request in one phase. */
export interface FoundEvaluation {
  readonly logical_request_id: string;
  /** Unix milliseconds of the admission that the evaluation states. */
  readonly at: string;
  readonly component_id: string;
  readonly component_version: string;
  readonly phase: string;
  readonly eligibility: string;
  readonly evaluation: string;
  readonly outcome: string;
}

const TIME_BASE = 'admitted_at';
const GRAIN = 'logical_request_id, admitted_at, component_id, phase';

/**
 * The query for the newest evaluations of a page's requests, by phase and component. The result also has those of the
 * same ids that state another admission in one of these hours.
 *
 * @param requests at least one request, with its id and its admission in Unix milliseconds
 */
export function requestProtectionQuery(
  filter: FactsFilter,
  requests: readonly { readonly logical_request_id: string; readonly at: string }[],
): BoundQuery {
  const conditions = [
    ...factConditions(TIME_BASE, filter, 'included'),
    `toStartOfHour(${TIME_BASE}) IN {hours:Array(DateTime('UTC'))}`,
    'logical_request_id IN {logical_request_ids:Array(String)}',
  ];
  const hours = requests.map(({ at }) => String(Math.floor(Number(at) / HOUR_MS) * HOUR_SECONDS));
  return {
    tag: 'insight.request_protection',
    sql: [
      'SELECT',
      '  logical_request_id,',
      `  toUnixTimestamp64Milli(${TIME_BASE}) AS at,`,
      '  component_id,',
      '  component_version,',
      '  phase,',
      '  eligibility,',
      '  evaluation,',
      '  outcome',
      'FROM',
      '(',
      '  SELECT *',
      '  FROM protection_evaluations_v1',
      `  WHERE ${conditions.join('\n    AND ')}`,
      '  ORDER BY evaluated_at DESC, arrival_seq DESC',
      `  LIMIT 1 BY ${GRAIN}`,
      ')',
      'ORDER BY logical_request_id, phase, component_id',
    ].join('\n'),
    params: {
      ...factParams(filter),
      hours: [...new Set(hours)],
      logical_request_ids: requests.map((request) => request.logical_request_id),
    },
  };
}

/**
 * The query that returns one row if any evaluation of a window is known, in any scope of the workspace. Narrower
 * conditions that few rows meet could scan all of them.
 */
export function anyEvaluationQuery({ organizationId, workspaceId, from, to, fence }: FactsFilter): BoundQuery {
  const [start, end] = [boundInstant('from'), boundInstant('to')];
  return {
    tag: 'insight.any_evaluation',
    sql: [
      'SELECT 1 AS evaluated',
      'FROM protection_evaluations_v1',
      'WHERE organization_id = {organization_id:String}',
      '  AND workspace_id = {workspace_id:String}',
      `  AND toStartOfHour(${TIME_BASE}) >= toStartOfHour(${start})`,
      `  AND toStartOfHour(${TIME_BASE}) <= toStartOfHour(${end})`,
      `  AND ${TIME_BASE} >= ${start}`,
      `  AND ${TIME_BASE} < ${end}`,
      '  AND arrival_seq <= {fence:UInt64}',
      'LIMIT 1',
    ].join('\n'),
    params: {
      organization_id: organizationId,
      workspace_id: workspaceId,
      from: instantParam(from.getTime()),
      to: instantParam(to.getTime()),
      fence: String(fence),
    },
  };
}

const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3_600;
