import type { Attempt } from '../../contracts/ingest/events/attempt.ts';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { FeedbackVerdict } from '../../contracts/ingest/events/feedback-verdict.ts';
import type { ProtectionEvaluation } from '../../contracts/ingest/events/protection-evaluation.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { TerminalStatus } from '../../domain/insight/insight-sets.ts';

/** A model with its prices in nano-USD per input and output token. */
export interface DemoModel {
  readonly provider: string;
  readonly model: string;
  readonly input: bigint;
  readonly output: bigint;
}

const FALLBACK: DemoModel = { provider: 'synthetic-backup', model: 'synthetic-small', input: 250n, output: 1_250n };

type Dimensions = Pick<
  Attempt,
  | 'schema'
  | 'scope'
  | 'purpose'
  | 'logical_request_id'
  | 'release_id'
  | 'route_id'
  | 'trace_id'
  | 'team_id'
  | 'input_size_bucket'
>;

/** The random choices about one request. */
export interface DemoRequest {
  readonly dimensions: Dimensions;
  /** The model that its route calls first. */
  readonly primary: DemoModel;
  readonly at: number;
  readonly status: TerminalStatus;
  readonly streaming: boolean;
  readonly totalMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The second attempt after a failed first one: a retry at the same provider, or a fallback to another one. */
  readonly second: 'retry' | 'fallback' | undefined;
  readonly price: 'priced' | 'estimated' | 'unpriced' | 'pending' | 'late' | 'never' | 'corrected';
  /** The recorded decision of the gateway's protection. */
  readonly protection: 'unobserved' | 'none' | 'selected';
  /** The verdicts of people on the answer, oldest first. */
  readonly verdicts: readonly FeedbackVerdict['value'][];
}

/** The events of one request, in the order in which they happen. */
export function demoRequestEvents(request: DemoRequest, random: () => number): TrafficEvent[] {
  const { dimensions, at, status, streaming, second, protection } = request;
  const served = second === 'fallback' ? FALLBACK : request.primary;
  const observed = status !== 'failed' && status !== 'refused';
  return [
    { event: 'request_admitted', ...dimensions, admitted_at: instant(at), streaming },
    ...(second === undefined ? [] : [failedAttempt(request), freeOf(request, failedAttempt(request))]),
    servingAttempt(request, served),
    ...(observed ? costsOf(request, served) : [freeOf(request, servingAttempt(request, served))]),
    {
      event: 'request_terminal',
      ...dimensions,
      admitted_at: instant(at),
      terminal_at: instant(at + Math.ceil(request.totalMs)),
      status,
      ...(observed && { final_model: served.model, final_provider: served.provider }),
      connection_id: `${served.provider}-connection`,
      route_version: dimensions.release_id === 'synthetic-release-1' ? '1' : '2',
      attempt_count: second === undefined ? 1 : 2,
      streaming,
      total_ms: request.totalMs,
      ...(streaming && observed && { first_output_ms: Math.round(120 + random() * 180) }),
      ...(protection !== 'unobserved' && { protection_observed: true }),
    },
    ...(protection === 'selected' ? evaluationsOf(request) : []),
    ...verdictsOf(request),
  ];
}

/**
 * The evaluations of a filter of the input, and of one of the output, which does not run if the request was refused.
 */
function evaluationsOf({ dimensions, at, status, outputTokens, totalMs }: DemoRequest): ProtectionEvaluation[] {
  const base = {
    event: 'protection_evaluation',
    ...dimensions,
    admitted_at: instant(at),
    eligibility: 'eligible',
  } as const;
  const input = { ...base, component_id: 'synthetic-pii-filter', component_version: '3', phase: 'input', evaluated_at: instant(at + 4) } as const; // oxfmt-ignore
  const output = { ...base, component_id: 'synthetic-moderation', component_version: '1', phase: 'output', evaluated_at: instant(at + Math.ceil(totalMs)) } as const; // oxfmt-ignore
  if (status === 'refused') {
    return [
      { ...input, evaluation: 'evaluated', outcome: 'blocked' },
      { ...output, evaluation: 'not_executed', outcome: 'none' },
    ];
  }
  return [
    { ...input, evaluation: 'evaluated', outcome: outputTokens % 9 === 0 ? 'modified' : 'passed' },
    status === 'failed'
      ? { ...output, evaluation: 'error', outcome: 'none' }
      : { ...output, evaluation: 'evaluated', outcome: 'passed' },
  ];
}

/** One verdict of one person, with a revision for every value after the first. */
function verdictsOf({ dimensions, at, totalMs, verdicts, inputTokens }: DemoRequest): FeedbackVerdict[] {
  const id = dimensions.logical_request_id;
  return verdicts.map((value, index) => ({
    event: 'feedback_verdict',
    ...dimensions,
    feedback_id: `${id}-verdict`,
    issuer_ref: `synthetic-person-${inputTokens % 12}`,
    issuer: `Synthetic person ${inputTokens % 12}`,
    value,
    revision: index + 1,
    occurred_at: instant(at + Math.ceil(totalMs) + 1_000 * (index + 1)),
    source: 'synthetic-widget',
    match: inputTokens % 10 === 0 ? 'pending' : 'matched',
  }));
}

function attemptBase(request: DemoRequest, ordinal: number, model: DemoModel) {
  return {
    event: 'attempt',
    ...request.dimensions,
    attempt_id: `${request.dimensions.logical_request_id}-${ordinal}`,
    ordinal,
    provider_id: model.provider,
    provider_model: model.model,
    connection_id: `${model.provider}-connection`,
  } as const;
}

function failedAttempt(request: DemoRequest): Attempt {
  return {
    ...attemptBase(request, 1, request.primary),
    role: 'primary',
    route_changed: false,
    output_state: 'none',
    usage_source: 'none',
    usage_known: false,
    dispatched_at: instant(request.at + 5),
    terminal_at: instant(request.at + 100),
  };
}

function servingAttempt(request: DemoRequest, model: DemoModel): Attempt {
  const { status, second, at, inputTokens, outputTokens } = request;
  const known = status !== 'failed' && status !== 'refused';
  return {
    ...attemptBase(request, second === undefined ? 1 : 2, model),
    role: second ?? 'primary',
    route_changed: second === 'fallback',
    output_state: status === 'succeeded' ? 'complete' : known ? 'partial' : 'none',
    usage_source: known ? 'provider' : 'none',
    usage_known: known,
    ...(known && {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    }),
    dispatched_at: instant(at + (second === undefined ? 5 : 110)),
    terminal_at: instant(at + Math.ceil(request.totalMs)),
  };
}

/** The cost effect of a free attempt. Without a price, its cost would be unknown. */
function freeOf({ dimensions, at, totalMs }: DemoRequest, attempt: Attempt): CostEffect {
  return {
    event: 'cost_effect',
    ...dimensions,
    effect_id: `${attempt.attempt_id}-free`,
    effect_kind: 'settlement',
    attempt_id: attempt.attempt_id,
    provider_id: attempt.provider_id,
    provider_model: attempt.provider_model,
    ...(attempt.connection_id !== undefined && { connection_id: attempt.connection_id }),
    occurred_at: instant(at + Math.ceil(totalMs)),
    price_state: 'priced',
    nanos: '0',
    estimated: false,
  };
}

function costsOf(request: DemoRequest, model: DemoModel): CostEffect[] {
  const { dimensions, price, second, at } = request;
  const id = dimensions.logical_request_id;
  const base = {
    event: 'cost_effect',
    ...dimensions,
    attempt_id: `${id}-${second === undefined ? 1 : 2}`,
    provider_id: model.provider,
    provider_model: model.model,
    connection_id: `${model.provider}-connection`,
    occurred_at: instant(at + Math.ceil(request.totalMs)),
  } as const;
  const nanos = (BigInt(request.inputTokens) * model.input + BigInt(request.outputTokens) * model.output).toString();
  const settlement = { ...base, effect_id: `${id}-cost`, effect_kind: 'settlement' } as const;
  const priced = { price_state: 'priced', nanos } as const;
  const transition = { ...base, effect_kind: 'price_transition', previous_price_state: 'pending' } as const;
  switch (price) {
    case 'priced':
      return [{ ...settlement, ...priced, estimated: false }];
    case 'estimated':
      return [{ ...settlement, ...priced, estimated: true }];
    case 'unpriced':
    case 'pending':
      return [{ ...settlement, price_state: price }];
    case 'late':
      return [
        { ...settlement, price_state: 'pending' },
        { ...transition, ...priced, effect_id: `${id}-late-price` },
      ];
    case 'never':
      return [
        { ...settlement, price_state: 'pending' },
        { ...transition, price_state: 'unpriced', effect_id: `${id}-no-price` },
      ];
    case 'corrected':
      return [
        { ...settlement, ...priced, estimated: false },
        { ...base, effect_id: `${id}-refund`, effect_kind: 'adjustment', nanos: (-BigInt(nanos) / 4n).toString() },
      ];
  }
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
