import { excludedFlag, factParams, standingConditions } from '../sql/fact-conditions.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { requestFactConditions, requestParams } from '../sql/request-conditions.ts';
import { ADMISSION_COLUMNS, TERMINAL_COLUMNS, type FoundRequest } from './request-page-query.ts';

/** A request with its connection and its route. */
export interface FoundReceipt extends FoundRequest {
  readonly connection_id: string;
  readonly route_id: string;
  readonly route_version: string;
}

/** Attempts, or cost effects, of one request on one side of the exclusions. */
export interface FoundCharges {
  readonly excluded: boolean;
  /** The figures by name; integers are decimal strings. */
  readonly figures: Readonly<Record<string, string>>;
}

const ADMITTED = 'admitted_at';

/** The query for the terminal and the admission of one request: zero, one or two rows. */
export function receiptQuery(filter: FactsFilter, logicalRequestId: string): BoundQuery {
  const branch = (table: string, columns: readonly string[], conditions: readonly string[]): string =>
    [
      `SELECT\n  ${columns.join(',\n  ')}`,
      `FROM ${table}`,
      `WHERE ${conditions.join('\n  AND ')}`,
      'ORDER BY admitted_at DESC, arrival_seq DESC',
      'LIMIT 1',
    ].join('\n');
  const facts = requestFactConditions(ADMITTED, filter, 'included');
  const terminals = [...TERMINAL_COLUMNS, 'connection_id', 'route_id', 'route_version'];
  const admissions = [...ADMISSION_COLUMNS, `'' AS connection_id`, 'route_id', `'' AS route_version`];
  return {
    tag: 'insight.receipt',
    sql: [
      `(${branch('request_terminals_v1', terminals, [...facts, ...standingConditions(filter)])})`,
      `(${branch('request_admissions_v1', admissions, facts)})`,
    ].join('\nUNION ALL\n'),
    params: { ...factParams(filter), ...requestParams(filter, logicalRequestId) },
  };
}

/**
 * The query for the charges of one request: its attempts and its cost effects, split by the exclusions.
 *
 * @param money false to read only whether effects exist, not their cost
 */
export function receiptChargesQuery(filter: FactsFilter, logicalRequestId: string, money: boolean): BoundQuery {
  const branch = (table: string, timeBase: string, figures: Readonly<Record<string, string>>): string => {
    const members = Object.entries(figures).map(([name, integer]) => `'${name}', toString(${integer})`);
    return [
      'SELECT',
      `  toBool(${excludedFlag(timeBase, filter) ?? 'false'}) AS excluded,`,
      `  map(\n    ${members.join(',\n    ')}\n  ) AS figures`,
      `FROM ${table}`,
      `WHERE ${requestFactConditions(timeBase, filter, 'both').join('\n  AND ')}`,
      'GROUP BY excluded',
    ].join('\n');
  };
  return {
    tag: 'insight.receipt_charges',
    sql: [
      branch('attempts_v1', 'dispatched_at', { attempts: 'count()' }),
      branch('cost_effects_v1', 'occurred_at', money ? { ...EFFECTS, ...SPEND } : EFFECTS),
    ].join('\nUNION ALL\n'),
    params: { ...factParams(filter), ...requestParams(filter, logicalRequestId) },
  };
}

const EFFECTS = { effects: 'count()' };

const SPEND = {
  // The sum has 128 bits, because a sum of 64-bit integers overflows silently.
  nanos: 'sum(toInt128(nanos))',
  priced: 'sum(priced)',
  pending: 'sum(pending)',
  unpriced: 'sum(unpriced)',
  adjustments: 'sum(adjustments)',
};
