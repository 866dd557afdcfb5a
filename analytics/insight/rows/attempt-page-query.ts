import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { factConditions, factParams } from '../sql/fact-conditions.ts';
import type { FactsFilter } from '../question/facts-filter.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import { requestFactConditions, requestParams } from '../sql/request-conditions.ts';
import { afterPosition, newestFirst, newestOfRequest, pageParams, type PageBounds } from './page-clauses.ts';

export type AttemptRowFilter = Pick<
  NonNullable<InsightQuery['attempt_filter']>,
  'provider_id' | 'provider_model' | 'logical_request_id'
>;

/**
 * One attempt in the result of a statement. Instants are Unix milliseconds. Like tokens, they are decimal strings, the
 * form in which the client requests 64-bit integers.
 */
export interface FoundAttempt {
  readonly at: string;
  readonly logical_request_id: string;
  readonly attempt_id: string;
  readonly ordinal: number;
  readonly purpose: string;
  readonly role: string;
  readonly route_changed: boolean;
  readonly output_state: string;
  readonly provider_id: string;
  readonly provider_model: string;
  readonly connection_id: string;
  readonly usage_source: string;
  readonly usage_known: boolean;
  readonly input_tokens: string | null;
  readonly output_tokens: string | null;
  readonly cache_read_tokens: string | null;
  readonly cache_write_tokens: string | null;
  readonly reasoning_tokens: string | null;
  readonly total_tokens: string | null;
  readonly ended: string | null;
}

export const ATTEMPT_IDS = ['logical_request_id', 'attempt_id'] as const;
const TIME_BASE = 'dispatched_at';

const COLUMNS = [
  'toUnixTimestamp64Milli(dispatched_at) AS at',
  'logical_request_id',
  'attempt_id',
  'ordinal',
  'purpose',
  'role',
  'route_changed',
  'output_state',
  'provider_id',
  'provider_model',
  'connection_id',
  'usage_source',
  'usage_known',
  ...['input', 'output', 'cache_read', 'cache_write', 'reasoning', 'total'].map((kind) => `${kind}_tokens`),
  'toUnixTimestamp64Milli(terminal_at) AS ended',
];

/** The query for a page of attempts, newest first. */
export function attemptPageQuery(filter: FactsFilter, narrowing: AttemptRowFilter, page: PageBounds): BoundQuery {
  const conditions = [
    ...attemptConditions(TIME_BASE, filter, narrowing),
    ...afterPosition(TIME_BASE, ATTEMPT_IDS, page),
  ];
  return {
    tag: 'insight.attempts',
    sql: select(conditions, newestAttempts(narrowing)(TIME_BASE, ATTEMPT_IDS)),
    params: { ...factParams(filter), ...attemptFilterParams(filter, narrowing), ...pageParams(ATTEMPT_IDS, page) },
  };
}

/** The query for the attempts with these ids; duplicates of an id are ordered by arrival, the last first. */
export function attemptsByIdQuery(
  filter: FactsFilter,
  attempts: readonly Pick<FoundAttempt, 'logical_request_id' | 'attempt_id'>[],
): BoundQuery {
  const conditions = [
    ...factConditions(TIME_BASE, filter, 'included'),
    'logical_request_id IN {logical_request_ids:Array(String)}',
    'attempt_id IN {attempt_ids:Array(String)}',
  ];
  return {
    tag: 'insight.attempts_by_id',
    sql: select(conditions, `ORDER BY arrival_seq DESC\nLIMIT 1 BY ${ATTEMPT_IDS.join(', ')}`),
    params: {
      ...factParams(filter),
      logical_request_ids: [...new Set(attempts.map((attempt) => attempt.logical_request_id))],
      attempt_ids: attempts.map((attempt) => attempt.attempt_id),
    },
  };
}

/**
 * Conditions that select attempts, or their cost effects. Texts are compared unchanged: an empty one matches no fact.
 */
export function attemptConditions(timeBase: string, filter: FactsFilter, narrowing: AttemptRowFilter): string[] {
  const { logical_request_id: request, provider_id: provider, provider_model: model } = narrowing;
  return [
    ...(request === undefined ? factConditions : requestFactConditions)(timeBase, filter, 'included'),
    ...(provider === undefined ? [] : ['provider_id = {provider_id:String}']),
    ...(model === undefined ? [] : ['provider_model = {provider_model:String}']),
  ];
}

/** The clauses of a page whose rows `attemptConditions` selects. */
export function newestAttempts({ logical_request_id: request }: AttemptRowFilter): typeof newestFirst {
  return request === undefined ? newestFirst : newestOfRequest;
}

/** The values that `attemptConditions` binds. */
export function attemptFilterParams(
  filter: Pick<FactsFilter, 'workspaceId'>,
  narrowing: AttemptRowFilter,
): BoundQuery['params'] {
  const { logical_request_id: request, provider_id: provider, provider_model: model } = narrowing;
  return {
    ...(request !== undefined && requestParams(filter, request)),
    ...(provider !== undefined && { provider_id: provider }),
    ...(model !== undefined && { provider_model: model }),
  };
}

function select(conditions: readonly string[], ending: string): string {
  return [
    `SELECT\n  ${COLUMNS.join(',\n  ')}`,
    'FROM attempts_v1',
    `WHERE ${conditions.join('\n  AND ')}`,
    ending,
  ].join('\n');
}
