import { factConditions, factParams, type FactsFilter } from './facts-filter.ts';
import type { BoundQuery } from './statement.ts';

/** What one protection component came to last on one request in one phase. */
export interface FoundEvaluation {
  readonly logical_request_id: string;
  readonly component_id: string;
  readonly component_version: string;
  readonly phase: string;
  readonly eligibility: string;
  readonly evaluation: string;
  readonly outcome: string;
}

const TIME_BASE = 'admitted_at';
const GRAIN = 'logical_request_id, component_id, phase';

/**
 * The newest evaluations of a page's requests, by phase and component.
 *
 * @param requests their ids and when they were admitted, in Unix milliseconds; at least one
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

const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3_600;
