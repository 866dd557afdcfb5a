import type { TrafficEvent } from '../../clients/typescript/wire.ts';

/** A call whose facts are all known to the application. */
export interface KnownCall {
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly startedMs: number;
  readonly totalMs: number;
  readonly streaming: boolean;
  readonly firstMs?: number | undefined;
  readonly isAnswered: boolean;
  /** The usage; absent if unknown. */
  readonly tokens?:
    | {
        readonly input: number;
        readonly output: number;
        readonly cacheRead?: number;
        readonly cacheWrite?: number;
        readonly reasoning?: number;
      }
    | undefined;
  /** The price; absent if the call has none. */
  readonly price?: { readonly nanos: string; readonly estimated?: true } | undefined;
}

/** The events of a call in our format. */
export function makeKnownCallEvents(call: KnownCall): TrafficEvent[] {
  const { id, provider, model, startedMs, totalMs, streaming, firstMs, isAnswered, tokens, price } = call;
  const [from, to] = [new Date(startedMs).toISOString(), new Date(startedMs + totalMs).toISOString()];
  const about = { schema: 1, purpose: 'application', logical_request_id: id } as const;
  const called = { ...about, attempt_id: 'a', provider_id: provider, provider_model: model };
  return [
    { event: 'request_admitted', ...about, admitted_at: from, streaming },
    {
      event: 'attempt',
      ...called,
      ordinal: 1,
      role: 'primary',
      route_changed: false,
      output_state: isAnswered ? 'complete' : 'none',
      dispatched_at: from,
      terminal_at: to,
      ...(tokens === undefined
        ? { usage_known: false, usage_source: 'none' }
        : {
            usage_known: true,
            usage_source: 'provider',
            input_tokens: tokens.input,
            output_tokens: tokens.output,
            total_tokens: tokens.input + tokens.output,
            ...(tokens.cacheRead !== undefined && { cache_read_tokens: tokens.cacheRead }),
            ...(tokens.cacheWrite !== undefined && { cache_write_tokens: tokens.cacheWrite }),
            ...(tokens.reasoning !== undefined && { reasoning_tokens: tokens.reasoning }),
          }),
    },
    {
      event: 'cost_effect',
      ...called,
      effect_id: 'e',
      effect_kind: 'settlement',
      occurred_at: to,
      ...(price === undefined ? { price_state: 'unpriced' } : { price_state: 'priced', ...price }),
    },
    {
      event: 'request_terminal',
      ...about,
      admitted_at: from,
      terminal_at: to,
      status: isAnswered ? 'succeeded' : 'failed',
      ...(isAnswered && { final_model: model, final_provider: provider }),
      attempt_count: 1,
      streaming,
      total_ms: totalMs,
      ...(firstMs !== undefined && { first_output_ms: firstMs }),
    },
  ];
}
