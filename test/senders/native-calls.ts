import type { TrafficEvent } from '../../clients/typescript/wire.ts';
import type { SentCall } from './calls.ts';

/** When the first is made, and what each takes: no figure of them is compared. */
const STARTED_MS = Date.UTC(2026, 10, 1);
const MS = 1_500;

/** The events of the calls in our own format, as an application would write them that knows all that is true of each. */
export function nativeEvents(calls: readonly SentCall[]): TrafficEvent[] {
  return calls.flatMap((call, index) => eventsOf(call, `native-${index}`, STARTED_MS + index * 60_000));
}

function eventsOf({ wire, model, streaming, tokens, fault, nanos }: SentCall, id: string, ms: number): TrafficEvent[] {
  const [from, to] = [new Date(ms).toISOString(), new Date(ms + MS).toISOString()];
  const provider = wire === 'messages' ? 'anthropic' : 'openai';
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
      output_state: fault === undefined ? 'complete' : 'none',
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
          }),
    },
    {
      event: 'cost_effect',
      ...called,
      effect_id: 'e',
      effect_kind: 'settlement',
      occurred_at: to,
      ...(nanos === undefined ? { price_state: 'unpriced' } : { price_state: 'priced', nanos, estimated: true }),
    },
    {
      event: 'request_terminal',
      ...about,
      admitted_at: from,
      terminal_at: to,
      status: fault === undefined ? 'succeeded' : 'failed',
      ...(fault === undefined && { final_model: model, final_provider: provider }),
      attempt_count: 1,
      streaming,
      total_ms: MS,
    },
  ];
}
