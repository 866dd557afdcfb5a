import { createHash } from 'node:crypto';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { FactEvent, TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { roundToNanoUsd } from '../../domain/kernel/round-to-nano-usd.ts';

export interface ConverterOptions {
  /** The scope of the traffic: the environment and everything above it. */
  readonly scope: FactEvent extends { scope: infer Scope } ? Scope : never;
  /** The number of days without a line after which the converter declares a coverage gap. */
  readonly gapDays: number;
}

interface AiderLine {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Unix seconds. */
  readonly time: number;
}

/**
 * Converts lines of Aider's log into events. Aider records no end time of a call, so each request begins and ends at
 * the time of its line.
 */
export class AiderConverter {
  readonly #options: ConverterOptions;
  readonly #seen = new Map<string, number>();
  #previousTime: number | undefined;

  constructor(options: ConverterOptions) {
    this.#options = options;
  }

  /** Returns the events of the next line of the log. Lines must be in order of time. */
  convert(text: string): TrafficEvent[] {
    const line = JSON.parse(text) as AiderLine;
    const events: TrafficEvent[] = this.#silenceBefore(line.time);
    if (line.event === 'message_send') events.push(...this.#call(line, this.#idOf(text)));
    if (line.event === 'message_send_exception') events.push(...this.#failure(line, this.#idOf(text)));
    return events;
  }

  /** The id of the call in a line. The same log always gives the same ids; an identical line is a further call. */
  #idOf(text: string): string {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 20);
    const occurrence = (this.#seen.get(hash) ?? 0) + 1;
    this.#seen.set(hash, occurrence);
    return occurrence === 1 ? `aider-${hash}` : `aider-${hash}-${occurrence}`;
  }

  #silenceBefore(time: number): TrafficEvent[] {
    const previous = this.#previousTime;
    this.#previousTime = time;
    if (previous === undefined || time - previous <= this.#options.gapDays * 86_400) return [];
    const { organization_id, workspace_id } = this.#options.scope;
    return [
      {
        event: 'coverage_gap',
        schema: 1,
        scope: { organization_id, workspace_id },
        producer_class: 'gateway_journal',
        from: instantOf(previous + 1),
        to: instantOf(time),
        reason: 'The stored windows of the log leave this time out.',
      },
    ];
  }

  #call(line: AiderLine, id: string): TrafficEvent[] {
    const { properties, time } = line;
    const model = String(properties['main_model']);
    const provider = providerOf(model);
    const at = instantOf(time);
    const dimensions = this.#dimensions(id);
    return [
      { event: 'request_admitted', ...dimensions, admitted_at: at, streaming: false },
      {
        event: 'request_terminal',
        ...dimensions,
        admitted_at: at,
        terminal_at: at,
        status: 'succeeded',
        final_model: model,
        final_provider: provider,
        attempt_count: 1,
        streaming: false,
      },
      {
        event: 'attempt',
        ...dimensions,
        ...attemptOf(id, provider, model, at),
        output_state: 'complete',
        usage_source: 'gateway',
        usage_known: true,
        input_tokens: Number(properties['prompt_tokens']),
        output_tokens: Number(properties['completion_tokens']),
        total_tokens: Number(properties['total_tokens']),
      },
      {
        event: 'cost_effect',
        ...dimensions,
        effect_id: `${id}-cost`,
        effect_kind: 'settlement',
        attempt_id: `${id}-1`,
        provider_id: provider,
        provider_model: model,
        occurred_at: at,
        ...priceOf(model, Number(properties['cost'])),
      },
    ];
  }

  #failure(line: AiderLine, id: string): TrafficEvent[] {
    const at = instantOf(line.time);
    const dimensions = this.#dimensions(id);
    return [
      { event: 'request_admitted', ...dimensions, admitted_at: at, streaming: false },
      {
        event: 'request_terminal',
        ...dimensions,
        admitted_at: at,
        terminal_at: at,
        status: 'failed',
        terminal_kind: 'exception',
        attempt_count: 1,
        streaming: false,
      },
      {
        event: 'attempt',
        ...dimensions,
        // The log does not say which model failed.
        ...attemptOf(id, 'unknown', 'unknown', at),
        output_state: 'none',
        usage_source: 'none',
        usage_known: false,
      },
    ];
  }

  #dimensions(id: string) {
    return { schema: 1, scope: this.#options.scope, purpose: 'application', logical_request_id: id } as const;
  }
}

function attemptOf(id: string, provider: string, model: string, at: string) {
  return {
    attempt_id: `${id}-1`,
    ordinal: 1,
    role: 'primary',
    route_changed: false,
    provider_id: provider,
    provider_model: model,
    dispatched_at: at,
    terminal_at: at,
  } as const;
}

/**
 * The price of a call. Aider records 0 for a redacted model, because it cannot price it; any other 0 is a real price.
 */
function priceOf(model: string, cost: number): Pick<CostEffect, 'price_state' | 'nanos'> {
  if (cost === 0 && model.endsWith('/REDACTED')) return { price_state: 'unpriced' };
  return { price_state: 'priced', nanos: roundToNanoUsd(cost) };
}

/**
 * The provider of a model, from its prefix. Aider uses no prefix for two model families, which are recognized by name.
 */
function providerOf(model: string): string {
  const slash = model.indexOf('/');
  if (slash > 0) return model.slice(0, slash);
  if (model.startsWith('claude')) return 'anthropic';
  return /^(gpt|chatgpt|o\d)/.test(model) ? 'openai' : 'unknown';
}

function instantOf(unixSeconds: number): string {
  return new Date(unixSeconds * 1_000).toISOString();
}
