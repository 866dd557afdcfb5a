import type { Attempt } from '../../contracts/ingest/attempt.ts';
import type { CostEffect, PriceState } from '../../contracts/ingest/cost-effect.ts';
import type { FeedbackVerdict } from '../../contracts/ingest/feedback-verdict.ts';
import type { ProtectionEvaluation } from '../../contracts/ingest/protection-evaluation.ts';
import type { ReleaseMarker } from '../../contracts/ingest/release-marker.ts';
import type { RequestAdmitted } from '../../contracts/ingest/request-admitted.ts';
import type { RequestTerminal } from '../../contracts/ingest/request-terminal.ts';
import type { FactEvent } from '../../contracts/ingest/traffic-event.ts';
import type { Cell } from './tab-separated.ts';

export const FACT_TABLES = [
  'request_admissions_v1',
  'request_terminals_v1',
  'attempts_v1',
  'cost_effects_v1',
  'feedback_verdicts_v1',
  'release_markers_v1',
  'protection_evaluations_v1',
  'replaced_terminals_v1',
] as const;
export type FactTable = (typeof FACT_TABLES)[number];

/** Columns of a row by name; every row of a table names the same. */
export type FactRow = Readonly<Record<string, Cell>>;

export interface Fact {
  readonly table: FactTable;
  readonly row: FactRow;
}

/** The row of a valid event, without the columns that its batch adds. */
export function factOf(event: FactEvent): Fact {
  switch (event.event) {
    case 'request_admitted':
      return { table: 'request_admissions_v1', row: admissionRow(event) };
    case 'request_terminal':
      return { table: 'request_terminals_v1', row: terminalRow(event) };
    case 'attempt':
      return { table: 'attempts_v1', row: attemptRow(event) };
    case 'cost_effect':
      return { table: 'cost_effects_v1', row: costRow(event) };
    case 'feedback_verdict':
      return { table: 'feedback_verdicts_v1', row: feedbackRow(event) };
    case 'release_marker':
      return { table: 'release_markers_v1', row: markerRow(event) };
    case 'protection_evaluation':
      return { table: 'protection_evaluations_v1', row: protectionRow(event) };
  }
}

/** The request that an ending tells of first, counted as if it had been seen when it was let in. */
export function requestOf(event: RequestTerminal): Fact {
  return { table: 'request_admissions_v1', row: admissionRow(event) };
}

/** Member by member: the line may name them in any order, and the order of cells is part of what a row says. */
function scopeRow({ scope }: FactEvent): FactRow {
  return {
    organization_id: scope.organization_id,
    workspace_id: scope.workspace_id,
    application_id: scope.application_id,
    gateway_id: scope.gateway_id,
    environment_id: scope.environment_id,
  };
}

function dimensions(event: Exclude<FactEvent, ReleaseMarker>): FactRow {
  return {
    ...scopeRow(event),
    purpose: event.purpose,
    logical_request_id: event.logical_request_id,
    release_id: event.release_id ?? '',
    route_id: event.route_id ?? '',
    team_id: event.team_id ?? '',
    input_size_bucket: event.input_size_bucket ?? '',
    trace_id: event.trace_id ?? '',
  };
}

/** ClickHouse reads no offsets and no more than milliseconds here. */
function utc(instant: string): string {
  return new Date(instant).toISOString();
}

function admissionRow(event: RequestAdmitted | RequestTerminal): FactRow {
  return { ...dimensions(event), admitted_at: utc(event.admitted_at), streaming: event.streaming };
}

function terminalRow(event: RequestTerminal): FactRow {
  return {
    ...dimensions(event),
    admitted_at: utc(event.admitted_at),
    terminal_at: utc(event.terminal_at),
    status: event.status,
    terminal_kind: event.terminal_kind ?? '',
    final_model: event.final_model ?? '',
    final_provider: event.final_provider ?? '',
    connection_id: event.connection_id ?? '',
    route_version: event.route_version ?? '',
    attempt_count: event.attempt_count,
    streaming: event.streaming,
    total_ms: event.total_ms ?? null,
    first_output_ms: event.first_output_ms ?? null,
    protection_observed: event.protection_observed ?? false,
  };
}

function attemptRow(event: Attempt): FactRow {
  return {
    ...dimensions(event),
    attempt_id: event.attempt_id,
    ordinal: event.ordinal,
    role: event.role,
    route_changed: event.route_changed,
    output_state: event.output_state,
    provider_id: event.provider_id,
    provider_model: event.provider_model,
    connection_id: event.connection_id ?? '',
    usage_source: event.usage_source,
    usage_known: event.usage_known,
    input_tokens: event.input_tokens ?? null,
    output_tokens: event.output_tokens ?? null,
    cache_read_tokens: event.cache_read_tokens ?? null,
    cache_write_tokens: event.cache_write_tokens ?? null,
    reasoning_tokens: event.reasoning_tokens ?? null,
    total_tokens: event.total_tokens ?? null,
    dispatched_at: utc(event.dispatched_at),
    terminal_at: event.terminal_at === undefined ? null : utc(event.terminal_at),
  };
}

function costRow(event: CostEffect): FactRow {
  const change = (state: PriceState): number =>
    Number(event.price_state === state) - Number(event.previous_price_state === state);
  const becomesPriced = event.price_state === 'priced';
  return {
    ...dimensions(event),
    effect_id: event.effect_id,
    effect_kind: event.effect_kind,
    attempt_id: event.attempt_id,
    provider_id: event.provider_id,
    provider_model: event.provider_model,
    connection_id: event.connection_id ?? '',
    occurred_at: utc(event.occurred_at),
    nanos: event.nanos ?? '0',
    priced: change('priced'),
    pending: change('pending'),
    unpriced: change('unpriced'),
    estimated: Number(becomesPriced && event.estimated === true),
    estimate_unknown: Number(becomesPriced && event.estimated === undefined),
    adjustments: Number(event.effect_kind === 'adjustment'),
  };
}

function feedbackRow(event: FeedbackVerdict): FactRow {
  return {
    ...dimensions(event),
    feedback_id: event.feedback_id,
    issuer_ref: event.issuer_ref,
    issuer: event.issuer ?? '',
    value: event.value,
    revision: event.revision,
    occurred_at: utc(event.occurred_at),
    source: event.source,
    match: event.match,
  };
}

function markerRow(event: ReleaseMarker): FactRow {
  return {
    ...scopeRow(event),
    purpose: '',
    logical_request_id: '',
    release_id: event.release_id,
    route_id: '',
    team_id: '',
    input_size_bucket: '',
    trace_id: '',
    marker_id: event.marker_id,
    marker_kind: event.marker_kind,
    effective_digest: event.effective_digest ?? '',
    actor_kind: event.actor_kind,
    occurred_at: utc(event.occurred_at),
  };
}

function protectionRow(event: ProtectionEvaluation): FactRow {
  return {
    ...dimensions(event),
    admitted_at: utc(event.admitted_at),
    evaluated_at: utc(event.evaluated_at),
    component_id: event.component_id,
    component_version: event.component_version,
    phase: event.phase,
    eligibility: event.eligibility,
    evaluation: event.evaluation,
    outcome: event.outcome,
  };
}
