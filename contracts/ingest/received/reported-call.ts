import type { Price } from '../../../domain/models/price.ts';
import type { Attempt } from '../events/attempt.ts';
import type { CostEffect } from '../events/cost-effect.ts';
import type { RequestAdmitted } from '../events/request-admitted.ts';
import type { RequestTerminal } from '../events/request-terminal.ts';

/** The known facts about the model that was called for a request. */
export interface CalledModel {
  readonly provider: string;
  readonly model: string;
  readonly outputState: Attempt['output_state'];
  /** The usage; undefined unless the source states all of it. */
  readonly usage: ReportedUsage | undefined;
  readonly price: ReportedPrice;
  /** The cost in nano-USD that its source states; absent if it states none. */
  readonly statedNanos?: string;
}

/** Tokens as a source counts them. Cached tokens are a part of the input, and reasoning is a part of the output. */
export interface ReportedUsage {
  /** The party that counted them. */
  readonly source: 'provider' | 'gateway';
  readonly input: number;
  readonly output: number;
  readonly total: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

/**
 * The price of a call if its stated cost does not count: that of the price table, or nothing because the provider
 * rejected the call.
 */
export type ReportedPrice = { readonly fromTable: Price } | 'nothing';

/** A request as other formats describe it: one call of a model, from its beginning to its end. */
export interface ReportedCall {
  /** The id, equal in all reports of the same call: its events are recognized by it. */
  readonly id: string;
  readonly dimensions: Pick<
    RequestTerminal,
    'purpose' | 'release_id' | 'route_id' | 'trace_id' | 'team_id' | 'dimensions'
  >;
  /** The names by which other sources may report the call; absent if no other source does. */
  readonly names?: RequestTerminal['call_names'];
  readonly connectionId?: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** The duration; undefined if it was not measured. The call then begins when it ends. */
  readonly totalMs: number | undefined;
  readonly status: RequestTerminal['status'];
  readonly terminalKind?: string;
  /** Undefined if the source does not state it. */
  readonly streaming: boolean | undefined;
  readonly firstOutputMs?: number;
  /** The model that was called; undefined if a cache answered, or if no model was available. */
  readonly called: CalledModel | undefined;
}

type Received<Event extends { scope: unknown }> = Omit<Event, 'scope'>;
export type ReceivedCallEvent =
  | Received<RequestAdmitted>
  | Received<Attempt>
  | Received<CostEffect>
  | Received<RequestTerminal>;

/**
 * The events of a call in the traffic format, without a scope: the receiver adds that of the sender.
 *
 * @param statedNanos the cost that the source states, if it counts
 */
export function toCallEvents(call: ReportedCall, statedNanos?: string): ReceivedCallEvent[] {
  const { called, names } = call;
  const dimensions = {
    schema: 1,
    ...call.dimensions,
    logical_request_id: call.id,
    ...(names !== undefined && { call_names: names }),
  } as const;
  const streaming = call.streaming === undefined ? {} : { streaming: call.streaming };
  const admittedAt = call.startedAt.toISOString();
  const endedAt = call.endedAt.toISOString();
  const connection = call.connectionId === undefined ? {} : { connection_id: call.connectionId };
  return [
    { event: 'request_admitted', ...dimensions, admitted_at: admittedAt, ...streaming },
    ...(called === undefined
      ? []
      : eventsOfAttempt({ ...called, statedNanos }, { ...dimensions, ...connection }, admittedAt, endedAt)),
    {
      event: 'request_terminal',
      ...dimensions,
      admitted_at: admittedAt,
      terminal_at: endedAt,
      status: call.status,
      ...(call.terminalKind !== undefined && { terminal_kind: call.terminalKind }),
      ...(called !== undefined &&
        called.outputState !== 'none' && {
          final_model: called.model,
          final_provider: called.provider,
          ...connection,
        }),
      attempt_count: called === undefined ? 0 : 1,
      ...streaming,
      ...(call.totalMs !== undefined && { total_ms: call.totalMs }),
      ...(call.streaming === true && call.firstOutputMs !== undefined && { first_output_ms: call.firstOutputMs }),
    },
  ];
}

interface SettledModel extends Omit<CalledModel, 'statedNanos'> {
  readonly statedNanos: string | undefined;
}

function eventsOfAttempt(
  { provider, model, outputState, usage, price, statedNanos }: SettledModel,
  dimensions: Pick<Attempt, 'schema' | 'purpose' | 'logical_request_id' | 'connection_id'>,
  dispatchedAt: string,
  endedAt: string,
): [Received<Attempt>, Received<CostEffect>] {
  const called = {
    ...dimensions,
    attempt_id: dimensions.logical_request_id,
    provider_id: provider,
    provider_model: model,
  };
  return [
    {
      event: 'attempt',
      ...called,
      ordinal: 1,
      role: 'primary',
      route_changed: false,
      output_state: outputState,
      ...usageOf(usage),
      dispatched_at: dispatchedAt,
      terminal_at: endedAt,
    },
    {
      event: 'cost_effect',
      ...called,
      effect_id: dimensions.logical_request_id,
      effect_kind: 'settlement',
      occurred_at: endedAt,
      ...(statedNanos === undefined ? priceOf(price) : ({ price_state: 'priced', nanos: statedNanos } as const)),
    },
  ];
}

function usageOf(usage: ReportedUsage | undefined): Pick<Attempt, 'usage_known' | 'usage_source'> & Partial<Attempt> {
  if (usage === undefined) return { usage_known: false, usage_source: 'none' };
  const { source, input, output, total, cacheRead, cacheWrite, reasoning } = usage;
  return {
    usage_known: true,
    usage_source: source,
    input_tokens: input,
    output_tokens: output,
    ...(cacheRead !== undefined && { cache_read_tokens: cacheRead }),
    ...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }),
    ...(reasoning !== undefined && { reasoning_tokens: reasoning }),
    total_tokens: total,
  };
}

type PriceMembers = Pick<
  CostEffect,
  'price_state' | 'nanos' | 'estimated' | 'price_revision' | 'unpriced_reason' | 'price_basis'
>;

/** The members of a price. A price that the source does not state is an estimate of Truetally. */
function priceOf(price: ReportedPrice): PriceMembers {
  return price === 'nothing' ? { price_state: 'priced', nanos: '0', estimated: true } : toPriceMembers(price.fromTable);
}

/** A price of the table in the form of a settlement: an estimate with the revision of the table. */
export function toPriceMembers(price: Price): PriceMembers {
  const revision = { price_revision: price.revision };
  if (price.state === 'unpriced') {
    const { reason, basis } = price;
    const asked = basis === undefined ? {} : { price_basis: basis };
    return { price_state: 'unpriced', ...revision, unpriced_reason: reason, ...asked };
  }
  return { price_state: 'priced', nanos: price.nanos, estimated: true, ...revision };
}
