import type { ColumnType } from '../../native/column-writer.ts';
import type { FactTable } from './fact-rows.ts';

/** The type of a column of a fact table. */
export function findColumnType(table: FactTable, name: string): ColumnType {
  // The end of an attempt can be unknown; an ending always has one.
  if (table === 'attempts_v1' && name === 'terminal_at') return `Nullable(${INSTANT})`;
  return COLUMN_TYPES[name] ?? 'LowCardinality(String)';
}

const INSTANT = "DateTime64(3, 'UTC')";

/** The types of columns other than those of repeated names. */
const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  logical_request_id: 'String',
  trace_id: 'String',
  attempt_id: 'String',
  effect_id: 'String',
  price_basis: 'String',
  feedback_id: 'String',
  issuer_ref: 'String',
  issuer: 'String',
  marker_id: 'String',
  effective_digest: 'String',
  outcome_id: 'String',
  user: 'String',
  tenant: 'String',
  feature: 'String',
  agent: 'String',
  step_id: 'String',
  parent_id: 'String',
  tool: 'String',
  shadow_of: 'String',
  key_id: 'String',
  tags: 'Map(String, String)',
  admitted_at: INSTANT,
  terminal_at: INSTANT,
  dispatched_at: INSTANT,
  occurred_at: INSTANT,
  evaluated_at: INSTANT,
  streaming: 'Bool',
  streaming_unknown: 'Bool',
  route_changed: 'Bool',
  usage_known: 'Bool',
  protection_observed: 'Bool',
  panel_split: 'Bool',
  attempt_count: 'UInt16',
  ordinal: 'UInt16',
  revision: 'UInt32',
  total_ms: 'Nullable(Float64)',
  first_output_ms: 'Nullable(Float64)',
  score: 'Nullable(Float64)',
  judge_certainty: 'Nullable(Float64)',
  label_probability: 'Nullable(Float64)',
  shadow_input_tokens: 'Nullable(UInt64)',
  input_tokens: 'Nullable(UInt64)',
  output_tokens: 'Nullable(UInt64)',
  cache_read_tokens: 'Nullable(UInt64)',
  cache_write_tokens: 'Nullable(UInt64)',
  reasoning_tokens: 'Nullable(UInt64)',
  total_tokens: 'Nullable(UInt64)',
  limit_amount: 'Nullable(UInt64)',
  limit_observed: 'Nullable(UInt64)',
  limit_bound: 'Nullable(UInt64)',
  limit_resets_at: `Nullable(${INSTANT})`,
  arrival_seq: 'UInt64',
  batch_id: 'UInt64',
  nanos: 'Int64',
  priced: 'Int8',
  pending: 'Int8',
  unpriced: 'Int8',
  estimated: 'Int8',
  estimate_unknown: 'Int8',
  adjustments: 'Int8',
  replaced_seq: 'UInt64',
};
