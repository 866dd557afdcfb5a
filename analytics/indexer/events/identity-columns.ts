import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';

// Identities are stored as long as their facts, and migrations compute them for older facts. These lists are therefore
// frozen: a new column of a fact is in none of them, or at the end of one. A test pins each list.

/** A position of the identity that has no column. */
export const NO_COLUMN = '';

const DIMENSIONS = [
  ...['organization_id', 'workspace_id', 'application_id', 'gateway_id', 'environment_id', 'purpose'],
  ...['logical_request_id', 'release_id', 'route_id', 'team_id', 'input_size_bucket', 'trace_id'],
] as const;

const COST = [
  ...DIMENSIONS,
  ...['effect_id', 'effect_kind', 'attempt_id', 'provider_id', 'provider_model', 'connection_id', 'occurred_at'],
] as const;

/**
 * The columns that depend on the price table. A newer table may yield another price when the same event arrives again.
 */
const PRICE = [
  ...['nanos', 'priced', 'pending', 'unpriced', 'estimated', 'estimate_unknown', 'adjustments'],
  ...['unpriced_reason', 'price_basis'],
] as const;

/** The kinds of content: that of each event, and that of a cost effect whose price comes from a table. */
export type IdentityKind = FactEvent['event'] | 'cost_effect_by_table';

/**
 * The columns that make up the content of an event, in this order, as column names of its fact. An event with
 * `streaming: false` equals one without the member. The request and the sender of an outcome are looked up, so they are
 * not part of it.
 */
export const CONTENT_COLUMNS: Readonly<Record<IdentityKind, readonly string[]>> = {
  request_admitted: [...DIMENSIONS, 'admitted_at', 'streaming'],
  request_terminal: [
    ...DIMENSIONS,
    ...['admitted_at', 'terminal_at', 'status', 'terminal_kind', 'final_model', 'final_provider', 'connection_id'],
    ...['route_version', 'attempt_count', 'streaming', 'total_ms', 'first_output_ms', 'protection_observed'],
  ],
  attempt: [
    ...DIMENSIONS,
    ...['attempt_id', 'ordinal', 'role', 'route_changed', 'output_state', 'provider_id', 'provider_model'],
    ...['connection_id', 'usage_source', 'usage_known', 'input_tokens', 'output_tokens', 'cache_read_tokens'],
    ...['cache_write_tokens', 'reasoning_tokens', 'total_tokens', 'dispatched_at', 'terminal_at'],
  ],
  cost_effect: [...COST, ...PRICE],
  cost_effect_by_table: COST,
  feedback_verdict: [
    ...DIMENSIONS,
    ...['feedback_id', 'issuer_ref', 'issuer', 'value', 'revision', 'occurred_at', 'source', 'match'],
  ],
  release_marker: [...DIMENSIONS, ...['marker_id', 'marker_kind', 'effective_digest', 'actor_kind', 'occurred_at']],
  protection_evaluation: [
    ...DIMENSIONS,
    ...['admitted_at', 'evaluated_at', 'component_id', 'component_version', 'phase', 'eligibility', 'evaluation'],
    'outcome',
  ],
  evaluation_outcome: [
    // Dimensions, `admitted_at` and `actor`.
    ...Array.from({ length: DIMENSIONS.length + 2 }, () => NO_COLUMN),
    ...['outcome_id', 'evaluator_id', 'evaluator_kind', 'metric', 'basis', 'occurred_at', 'verdict', 'score'],
    ...['annotator', 'judge_id', 'judge_model', 'judge_prompt_sha', 'judge_eval_ver', 'judge_certainty'],
    ...['panel_split', 'swap_shown_first', 'swap_shown_swapped'],
  ],
};

/** Columns that group the counts of requests. Admissions and endings have them all. */
export const GROUPING_COLUMNS = [
  'environment_id',
  'purpose',
  'release_id',
  'input_size_bucket',
  'admitted_at',
] as const;

/** Columns that distinguish amounts: all columns of a cost except its id, kind, trace and price. */
export const AMOUNT_COLUMNS = [
  ...DIMENSIONS.filter((name) => name !== 'trace_id'),
  ...['attempt_id', 'provider_id', 'provider_model', 'connection_id', 'occurred_at'],
] as const;
