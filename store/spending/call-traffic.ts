import type { Attempt } from '../../contracts/ingest/events/attempt.ts';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { CallPurpose, PaidCallState } from '../../domain/spending/paid-call.ts';
import type { Price } from '../../domain/models/price.ts';

/** The facts about a call that has ended permanently. */
export interface SettledPaidCall {
  readonly callId: string;
  readonly purpose: CallPurpose;
  readonly scope: Attempt['scope'];
  /** The route; undefined for a judge's call for a request without a route. */
  readonly routeId: string | undefined;
  /** The release; defined only for calls of the baseline. */
  readonly releaseId: string | undefined;
  readonly provider: string;
  readonly model: string;
  /** The connection; undefined if the configuration file defines the connection to the model. */
  readonly connectionId: string | undefined;
  /** The number of attempts, including the last one. */
  readonly tries: number;
  readonly state: Exclude<PaidCallState, 'reserved'>;
  /** The error code; empty if the call was answered. */
  readonly fault: string;
  /** The price; undefined if there was no bill, or if it is unknown. */
  readonly price: Price | undefined;
  /** Counts by unit of the price table. */
  readonly usage: Readonly<Record<string, number>> | undefined;
  readonly latencyMs: number | undefined;
  readonly sentAt: Date;
  readonly endedAt: Date;
}

const STATUS = {
  answered: 'succeeded',
  never_sent: 'failed',
  refused: 'failed',
  failed_with_bill: 'failed',
  effect_unknown: 'unknown',
} as const satisfies Record<SettledPaidCall['state'], RequestTerminal['status']>;

/**
 * The call as traffic of its environment. It is written when the call has ended permanently; earlier attempts cost
 * nothing and are only counted.
 */
export function callTraffic(call: SettledPaidCall): TrafficEvent[] {
  const dimensions = {
    schema: 1,
    scope: call.scope,
    purpose: call.purpose,
    logical_request_id: call.callId,
    ...(call.releaseId !== undefined && { release_id: call.releaseId }),
    ...(call.routeId !== undefined && { route_id: call.routeId }),
  } as const;
  const sentAt = call.sentAt.toISOString();
  const endedAt = new Date(Math.max(call.sentAt.getTime(), call.endedAt.getTime())).toISOString();
  const connection = call.connectionId === undefined ? {} : { connection_id: call.connectionId };
  const called = { provider_id: call.provider, provider_model: call.model, ...connection };
  const isSent = call.state !== 'never_sent';
  const attempt: Attempt = {
    event: 'attempt',
    ...dimensions,
    attempt_id: call.callId,
    ordinal: call.tries,
    role: call.tries === 1 ? 'primary' : 'retry',
    route_changed: false,
    output_state: call.state === 'answered' ? 'complete' : 'none',
    ...called,
    ...usageOf(call.usage),
    dispatched_at: sentAt,
    terminal_at: endedAt,
  };
  const terminal: RequestTerminal = {
    event: 'request_terminal',
    ...dimensions,
    admitted_at: sentAt,
    terminal_at: endedAt,
    status: STATUS[call.state],
    ...(call.fault !== '' && { terminal_kind: call.fault }),
    ...(call.state === 'answered' && {
      final_model: call.model,
      final_provider: call.provider,
      ...connection,
    }),
    attempt_count: isSent ? call.tries : call.tries - 1,
    streaming: false,
    ...(call.latencyMs !== undefined && { total_ms: call.latencyMs }),
  };
  return [
    { event: 'request_admitted', ...dimensions, admitted_at: sentAt, streaming: false },
    ...(isSent ? [attempt] : []),
    ...(isCharged(call) ? [costOf(call, { ...dimensions, ...called, occurred_at: endedAt })] : []),
    terminal,
  ];
}

function isCharged({ state }: SettledPaidCall): boolean {
  return state !== 'never_sent' && state !== 'refused';
}

/**
 * The cost effect of a call. A call with an unknown price is unpriced here: the reservation that the run is charged is
 * not a price.
 */
function costOf(
  { callId, price }: SettledPaidCall,
  dimensions: Omit<CostEffect, 'event' | 'effect_id' | 'effect_kind' | 'attempt_id' | 'price_state' | 'nanos'>,
): CostEffect {
  return {
    event: 'cost_effect',
    ...dimensions,
    effect_id: callId,
    effect_kind: 'settlement',
    attempt_id: callId,
    ...(price?.state === 'priced'
      ? { price_state: 'priced', nanos: price.nanos, estimated: false }
      : { price_state: 'unpriced' }),
  };
}

function usageOf(usage: SettledPaidCall['usage']): Pick<Attempt, 'usage_known' | 'usage_source'> & Partial<Attempt> {
  const { input_tokens: input, output_tokens: output } = usage ?? {};
  if (usage === undefined || input === undefined || output === undefined)
    return { usage_known: false, usage_source: 'none' };
  const { cache_read_tokens: read, cache_write_tokens: written } = usage;
  return {
    usage_known: true,
    usage_source: 'provider',
    input_tokens: input,
    output_tokens: output,
    ...(read !== undefined && { cache_read_tokens: read }),
    ...(written !== undefined && { cache_write_tokens: written }),
    total_tokens: input + output,
  };
}
