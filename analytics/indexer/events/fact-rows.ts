import type { Dimensions } from '../../../contracts/ingest/dimensions/dimensions-schema.ts';
import type { Attempt } from '../../../contracts/ingest/events/attempt.ts';
import type { CostEffect, PriceState } from '../../../contracts/ingest/events/cost-effect.ts';
import type { EvaluationOutcome } from '../../../contracts/ingest/events/evaluation-outcome.ts';
import type { FeedbackVerdict } from '../../../contracts/ingest/events/feedback-verdict.ts';
import type { ProtectionEvaluation } from '../../../contracts/ingest/events/protection-evaluation.ts';
import type { ReleaseMarker } from '../../../contracts/ingest/events/release-marker.ts';
import type { RequestAdmitted } from '../../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { ColumnValue } from '../../native/column-writer.ts';
import { CALLER_COLUMNS, callerCells } from './caller-columns.ts';
import { LIMIT_COLUMNS, limitCells } from './limit-columns.ts';
import { SHADOW_COLUMNS, shadowCells } from './shadow-columns.ts';
import { toUtcText } from './to-utc-text.ts';

export const FACT_TABLES = [
  'request_admissions_v1',
  'request_terminals_v1',
  'attempts_v1',
  'cost_effects_v1',
  'feedback_verdicts_v1',
  'release_markers_v1',
  'protection_evaluations_v1',
  'replaced_terminals_v1',
  'outcomes_v1',
] as const;
export type FactTable = (typeof FACT_TABLES)[number];

/**
 * The cells of a row in the order of `FACT_COLUMNS`. Rows are created by the hundred thousand, and member names would
 * account for most of the cost.
 */
export type FactCells = readonly ColumnValue[];

export interface Fact {
  readonly table: FactTable;
  readonly cells: FactCells;
}

/** A row with named cells. */
export type FactRow = Readonly<Record<string, ColumnValue>>;

export function toFactRow({ table, cells }: Fact): FactRow {
  return Object.fromEntries(FACT_COLUMNS[table].map((name, index) => [name, cells[index] ?? null]));
}

/** The first columns of every fact. */
export const DIMENSION_COLUMNS = [
  'organization_id',
  'workspace_id',
  'application_id',
  'gateway_id',
  'environment_id',
  'purpose',
  'logical_request_id',
  'release_id',
  'route_id',
  'team_id',
  'input_size_bucket',
  'trace_id',
] as const;

const ENDING_COLUMNS = [
  ...DIMENSION_COLUMNS,
  'admitted_at',
  'terminal_at',
  'status',
  'terminal_kind',
  'final_model',
  'final_provider',
  'connection_id',
  'route_version',
  'attempt_count',
  'streaming',
  'total_ms',
  'first_output_ms',
  'protection_observed',
  'streaming_unknown',
  ...CALLER_COLUMNS,
  ...LIMIT_COLUMNS,
] as const;

/**
 * The columns of a row, except those that its batch adds. New columns are appended at the end, because identities are
 * computed from the first ones, in this order (`identity-columns.ts`).
 */
export const FACT_COLUMNS = {
  request_admissions_v1: [
    ...DIMENSION_COLUMNS,
    'admitted_at',
    'streaming',
    'streaming_unknown',
    ...CALLER_COLUMNS,
    ...SHADOW_COLUMNS,
  ],
  request_terminals_v1: ENDING_COLUMNS,
  attempts_v1: [
    ...DIMENSION_COLUMNS,
    'attempt_id',
    'ordinal',
    'role',
    'route_changed',
    'output_state',
    'provider_id',
    'provider_model',
    'connection_id',
    'usage_source',
    'usage_known',
    'input_tokens',
    'output_tokens',
    'cache_read_tokens',
    'cache_write_tokens',
    'reasoning_tokens',
    'total_tokens',
    'dispatched_at',
    'terminal_at',
    ...CALLER_COLUMNS,
  ],
  cost_effects_v1: [
    ...DIMENSION_COLUMNS,
    'effect_id',
    'effect_kind',
    'attempt_id',
    'provider_id',
    'provider_model',
    'connection_id',
    'occurred_at',
    'nanos',
    'priced',
    'pending',
    'unpriced',
    'estimated',
    'estimate_unknown',
    'adjustments',
    'unpriced_reason',
    'price_basis',
    ...CALLER_COLUMNS,
  ],
  feedback_verdicts_v1: [
    ...DIMENSION_COLUMNS,
    'feedback_id',
    'issuer_ref',
    'issuer',
    'value',
    'revision',
    'occurred_at',
    'source',
    'match',
    ...CALLER_COLUMNS,
  ],
  release_markers_v1: [
    ...DIMENSION_COLUMNS,
    'marker_id',
    'marker_kind',
    'effective_digest',
    'actor_kind',
    'occurred_at',
  ],
  protection_evaluations_v1: [
    ...DIMENSION_COLUMNS,
    'admitted_at',
    'evaluated_at',
    'component_id',
    'component_version',
    'phase',
    'eligibility',
    'evaluation',
    'outcome',
    ...CALLER_COLUMNS,
  ],
  replaced_terminals_v1: [...ENDING_COLUMNS, 'replaced_seq'],
  outcomes_v1: [
    ...DIMENSION_COLUMNS,
    'admitted_at',
    'actor',
    'outcome_id',
    'evaluator_id',
    'evaluator_kind',
    'metric',
    'basis',
    'occurred_at',
    'verdict',
    'score',
    'annotator',
    'judge_id',
    'judge_model',
    'judge_prompt_sha',
    'judge_eval_ver',
    'judge_certainty',
    'panel_split',
    'swap_shown_first',
    'swap_shown_swapped',
    ...CALLER_COLUMNS,
    'label_strategy',
    'label_probability',
  ],
} as const satisfies Readonly<Record<FactTable, readonly string[]>>;

/**
 * The row of a valid event, without the columns that its batch adds.
 *
 * @param stated the dimensions of its request; those of the event unless set
 */
export function toFact(event: FactEvent, stated = dimensionsIn(event)): Fact {
  switch (event.event) {
    case 'request_admitted':
      return toRequestFact(event, stated);
    case 'request_terminal':
      return { table: 'request_terminals_v1', cells: endingCells(event, stated) };
    case 'attempt':
      return { table: 'attempts_v1', cells: attemptCells(event, stated) };
    case 'cost_effect':
      return { table: 'cost_effects_v1', cells: costCells(event, stated) };
    case 'feedback_verdict':
      return { table: 'feedback_verdicts_v1', cells: feedbackCells(event, stated) };
    case 'release_marker':
      return { table: 'release_markers_v1', cells: markerCells(event) };
    case 'protection_evaluation':
      return { table: 'protection_evaluations_v1', cells: protectionCells(event, stated) };
    case 'evaluation_outcome':
      return { table: 'outcomes_v1', cells: outcomeCells(event, stated) };
  }
}

/** The dimensions that an event states itself. A marker belongs to no request. */
function dimensionsIn(event: FactEvent): Stated {
  return event.event === 'release_marker' ? undefined : event.dimensions;
}

/**
 * The request row of an event. If an ending is the first event of its request, it counts the request as if its
 * admission had arrived.
 */
export function toRequestFact(event: RequestAdmitted | RequestTerminal, stated = dimensionsIn(event)): Fact {
  return {
    table: 'request_admissions_v1',
    cells: [
      ...dimensions(event),
      toUtcText(event.admitted_at),
      event.streaming ?? false,
      event.streaming === undefined,
      ...callerCells(stated),
      ...shadowCells(event.event === 'request_admitted' ? event.noted : undefined),
    ],
  };
}

type Stated = Dimensions | undefined;

function dimensions(event: Exclude<FactEvent, ReleaseMarker>): FactCells {
  const { scope } = event;
  return [
    scope.organization_id,
    scope.workspace_id,
    scope.application_id,
    scope.gateway_id,
    scope.environment_id,
    event.purpose,
    event.logical_request_id,
    event.release_id ?? '',
    event.route_id ?? '',
    event.team_id ?? '',
    event.input_size_bucket ?? '',
    event.trace_id ?? '',
  ];
}

function endingCells(event: RequestTerminal, stated: Stated): FactCells {
  return [
    ...dimensions(event),
    toUtcText(event.admitted_at),
    toUtcText(event.terminal_at),
    event.status,
    event.terminal_kind ?? '',
    event.final_model ?? '',
    event.final_provider ?? '',
    event.connection_id ?? '',
    event.route_version ?? '',
    event.attempt_count,
    event.streaming ?? false,
    event.total_ms ?? null,
    event.first_output_ms ?? null,
    event.protection_observed ?? false,
    event.streaming === undefined,
    ...callerCells(stated),
    ...limitCells(event.refused_by_limit),
  ];
}

function attemptCells(event: Attempt, stated: Stated): FactCells {
  return [
    ...dimensions(event),
    event.attempt_id,
    event.ordinal,
    event.role,
    event.route_changed,
    event.output_state,
    event.provider_id,
    event.provider_model,
    event.connection_id ?? '',
    event.usage_source,
    event.usage_known,
    event.input_tokens ?? null,
    event.output_tokens ?? null,
    event.cache_read_tokens ?? null,
    event.cache_write_tokens ?? null,
    event.reasoning_tokens ?? null,
    event.total_tokens ?? null,
    toUtcText(event.dispatched_at),
    event.terminal_at === undefined ? null : toUtcText(event.terminal_at),
    ...callerCells(stated),
  ];
}

function costCells(event: CostEffect, stated: Stated): FactCells {
  const change = (state: PriceState): number =>
    Number(event.price_state === state) - Number(event.previous_price_state === state);
  const becomesPriced = event.price_state === 'priced';
  return [
    ...dimensions(event),
    event.effect_id,
    event.effect_kind,
    event.attempt_id,
    event.provider_id,
    event.provider_model,
    event.connection_id ?? '',
    toUtcText(event.occurred_at),
    event.nanos ?? '0',
    change('priced'),
    change('pending'),
    change('unpriced'),
    Number(becomesPriced && event.estimated === true),
    Number(becomesPriced && event.estimated === undefined),
    Number(event.effect_kind === 'adjustment'),
    event.unpriced_reason ?? '',
    event.price_basis ?? '',
    ...callerCells(stated),
  ];
}

function feedbackCells(event: FeedbackVerdict, stated: Stated): FactCells {
  return [
    ...dimensions(event),
    event.feedback_id,
    event.issuer_ref,
    event.issuer ?? '',
    event.value,
    event.revision,
    toUtcText(event.occurred_at),
    event.source,
    event.match,
    ...callerCells(stated),
  ];
}

function markerCells(event: ReleaseMarker): FactCells {
  return [
    event.scope.organization_id,
    event.scope.workspace_id,
    event.scope.application_id,
    event.scope.gateway_id,
    event.scope.environment_id,
    '',
    '',
    event.release_id,
    '',
    '',
    '',
    '',
    event.marker_id,
    event.marker_kind,
    event.effective_digest ?? '',
    event.actor_kind,
    toUtcText(event.occurred_at),
  ];
}

function protectionCells(event: ProtectionEvaluation, stated: Stated): FactCells {
  return [
    ...dimensions(event),
    toUtcText(event.admitted_at),
    toUtcText(event.evaluated_at),
    event.component_id,
    event.component_version,
    event.phase,
    event.eligibility,
    event.evaluation,
    event.outcome,
    ...callerCells(stated),
  ];
}

function outcomeCells(event: EvaluationOutcome, stated: Stated): FactCells {
  return [
    ...dimensions(event),
    toUtcText(event.admitted_at),
    event.actor,
    event.outcome_id,
    event.evaluator_id,
    event.evaluator_kind,
    event.metric,
    event.basis,
    toUtcText(event.occurred_at),
    event.verdict ?? '',
    event.score ?? null,
    event.annotator ?? '',
    event.judge_id ?? '',
    event.judge_model ?? '',
    event.judge_prompt_sha ?? '',
    event.judge_eval_ver ?? '',
    event.judge_certainty ?? null,
    event.panel_split ?? false,
    event.swap_shown_first ?? '',
    event.swap_shown_swapped ?? '',
    ...callerCells(stated),
    event.label_strategy ?? '',
    event.label_probability ?? null,
  ];
}
