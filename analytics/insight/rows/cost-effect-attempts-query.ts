import { factParams } from '../sql/fact-conditions.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import {
  ATTEMPT_IDS,
  attemptConditions,
  attemptFilterParams,
  newestAttempts,
  type AttemptRowFilter,
  type FoundAttempt,
} from './attempt-page-query.ts';
import { afterPosition, pageParams, type PageBounds } from './page-clauses.ts';

/** An attempt, as one of its cost effects identifies it. `at` is the time of the cost, in Unix milliseconds. */
export type ChargedAttempt = Pick<
  FoundAttempt,
  'at' | 'logical_request_id' | 'attempt_id' | 'purpose' | 'provider_id' | 'provider_model' | 'connection_id'
>;

const TIME_BASE = 'occurred_at';

/**
 * The query for attempts by their cost effects, newest first. An attempt with a newer effect before the position is
 * included again: see `newestChargesQuery`.
 */
export function costEffectAttemptsQuery(
  filter: FactsFilter,
  narrowing: AttemptRowFilter,
  page: PageBounds,
): BoundQuery {
  const conditions = [
    ...attemptConditions(TIME_BASE, filter, narrowing),
    ...afterPosition(TIME_BASE, ATTEMPT_IDS, page),
  ];
  return {
    tag: 'insight.cost_effect_attempts',
    sql: [
      'SELECT',
      '  toUnixTimestamp64Milli(occurred_at) AS at,',
      '  logical_request_id,',
      '  attempt_id,',
      '  purpose,',
      '  provider_id,',
      '  provider_model,',
      '  connection_id',
      'FROM cost_effects_v1',
      `WHERE ${conditions.join('\n  AND ')}`,
      newestAttempts(narrowing)(TIME_BASE, ATTEMPT_IDS, ATTEMPT_IDS),
    ].join('\n'),
    params: { ...factParams(filter), ...attemptFilterParams(filter, narrowing), ...pageParams(ATTEMPT_IDS, page) },
  };
}

/** The query for the time of the newest effect of each of these attempts, under the same question. */
export function newestChargesQuery(
  filter: FactsFilter,
  narrowing: AttemptRowFilter,
  attempts: readonly ChargedAttempt[],
): BoundQuery {
  const conditions = [
    ...attemptConditions(TIME_BASE, filter, narrowing),
    'logical_request_id IN {logical_request_ids:Array(String)}',
    'attempt_id IN {attempt_ids:Array(String)}',
  ];
  return {
    tag: 'insight.newest_charges',
    sql: [
      'SELECT',
      '  logical_request_id,',
      '  attempt_id,',
      '  toUnixTimestamp64Milli(max(occurred_at)) AS at',
      'FROM cost_effects_v1',
      `WHERE ${conditions.join('\n  AND ')}`,
      `GROUP BY ${ATTEMPT_IDS.join(', ')}`,
    ].join('\n'),
    params: {
      ...factParams(filter),
      ...attemptFilterParams(filter, narrowing),
      logical_request_ids: [...new Set(attempts.map((attempt) => attempt.logical_request_id))],
      attempt_ids: attempts.map((attempt) => attempt.attempt_id),
    },
  };
}
