import { endingConditions, factConditions, factParams } from '../sql/fact-conditions.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { newestFirst, pageParams } from './page-clauses.ts';
import { ADMISSION_COLUMNS, REQUEST_IDS, type RequestSelection } from './request-page-query.ts';

/** An hour with a request that has not ended. */
export interface UnevenHour {
  /** The start of the hour in Unix seconds. */
  readonly hour: string;
  readonly admitted: string;
  readonly ended: string;
}

const TIME_BASE = 'admitted_at';

/**
 * The query for the hours of the window whose admissions and terminals belong to different requests, newest first. It
 * compares sums of hashes, which overflow consistently and are equal for equal sets, so that no set of all ids of a
 * window is in memory.
 */
export function unevenHoursQuery(filter: FactsFilter): BoundQuery {
  const branch = (table: string, conditions: readonly string[], figures: readonly string[]): string =>
    [
      '  SELECT',
      `    toStartOfHour(${TIME_BASE}) AS hour,`,
      `    ${figures.join(',\n    ')}`,
      `  FROM ${table}`,
      `  WHERE ${conditions.join('\n    AND ')}`,
      '  GROUP BY hour',
    ].join('\n');
  const ids = 'sum(sipHash64(logical_request_id))';
  return {
    tag: 'insight.uneven_hours',
    sql: [
      'SELECT',
      '  toString(toUnixTimestamp(hour)) AS hour,',
      '  toString(sum(admissions)) AS admitted,',
      '  toString(sum(terminals)) AS ended',
      'FROM',
      '(',
      branch('request_admissions_v1', factConditions(TIME_BASE, filter, 'included'), [
        `${ids} AS admitted_ids`,
        '0 AS ended_ids',
        'count() AS admissions',
        '0 AS terminals',
      ]),
      '  UNION ALL',
      branch('request_terminals_v1', endingConditions(filter, 'included'), [
        '0 AS admitted_ids',
        `${ids} AS ended_ids`,
        '0 AS admissions',
        'count() AS terminals',
      ]),
      ')',
      'GROUP BY hour',
      'HAVING sum(admitted_ids) != sum(ended_ids) AND sum(admissions) > 0',
      'ORDER BY hour DESC',
    ].join('\n'),
    params: factParams(filter),
  };
}

/** The query for the selected admissions of some hours (Unix seconds) that have no terminal, newest first. */
export function pendingRequestsQuery(
  filter: FactsFilter,
  { requests, params }: Pick<RequestSelection, 'requests' | 'params'>,
  hours: readonly string[],
  rows: number,
): BoundQuery {
  const conditions = [
    ...factConditions(TIME_BASE, filter, 'included'),
    `toStartOfHour(${TIME_BASE}) IN {hours:Array(DateTime('UTC'))}`,
  ];
  return {
    tag: 'insight.pending_requests',
    sql: [
      `SELECT\n  ${ADMISSION_COLUMNS.join(',\n  ')}`,
      'FROM request_admissions_v1',
      `WHERE ${[...conditions, ...requests].join('\n  AND ')}`,
      '  AND logical_request_id NOT IN',
      '  (',
      '    SELECT logical_request_id',
      '    FROM request_terminals_v1',
      `    WHERE ${conditions.join('\n      AND ')}`,
      '  )',
      newestFirst(TIME_BASE, REQUEST_IDS, [TIME_BASE, ...REQUEST_IDS]),
    ].join('\n'),
    params: { ...factParams(filter), ...params, hours, ...pageParams(REQUEST_IDS, { rows }) },
  };
}
