import type { GovernanceSettings, LimitUnit } from '../../domain/gateway/governance/limit.ts';
import type { CalledEndpoint } from '../../domain/gateway/endpoints.ts';
import type { CalledProvider } from '../decision-log/call-ending.ts';
import type { PriceTable } from '../../providers/prices/price-table.ts';
import type { UnitCounts } from '../../providers/prices/read-usage.ts';
import type { Upstream } from '../open-upstream.ts';
import type { AskedCall } from '../read-call.ts';
import { measureInput, type MeasuredInput } from './measure-input.ts';

/** A call that is to be sent, as far as it decides what it may come to. */
export interface NeedingCall {
  readonly asked: AskedCall;
  readonly endpoint: CalledEndpoint;
  readonly upstream: Pick<Upstream, 'priceProvider'>;
  /** Who may answer in its place, the model of each beside. */
  readonly others?:
    | readonly { readonly upstream: Pick<Upstream, 'priceProvider'>; readonly model: string }[]
    | undefined;
  readonly admittedAt: Date;
}

/**
 * Where each endpoint has the most that an answer may be. Any other member is unknown there, and many servers pass over what they do not know;
 * of two that they may know, nobody here can say which holds.
 */
const CAPS: Readonly<Record<Exclude<CalledEndpoint, 'embeddings'>, readonly string[]>> = {
  messages: ['max_tokens'],
  chat_completions: ['max_tokens', 'max_completion_tokens'],
  responses: ['max_output_tokens'],
};

/** The most that a call can come to, in each unit; found out only where a limit asks for it. */
export class CallNeeds {
  readonly #call: NeedingCall;
  readonly #settings: GovernanceSettings;
  readonly #prices: PriceTable;
  #input: MeasuredInput | undefined;
  #output: number | undefined;
  #nanos: number | undefined;

  constructor(call: NeedingCall, settings: GovernanceSettings, prices: PriceTable) {
    this.#call = call;
    this.#settings = settings;
    this.#prices = prices;
  }

  of(unit: LimitUnit): number {
    switch (unit) {
      case 'requests':
      case 'calls':
        return 1;
      case 'tokens':
        return this.#measured.tokens + this.#outputTokens;
      case 'nano_usd':
        // Nothing is free: what is used up lets not even a call through that looks like it.
        return (this.#nanos ??= Math.max(1, this.#nanoUsd()));
    }
  }

  get #measured(): MeasuredInput {
    return (this.#input ??= measureInput(this.#call.asked.body));
  }

  get #outputTokens(): number {
    return (this.#output ??= this.#mostOutput());
  }

  #mostOutput(): number {
    const { endpoint, asked } = this.#call;
    if (endpoint === 'embeddings') return 0;
    const { assumedOutputTokens: assumed } = this.#settings;
    const said = CAPS[endpoint].map((name) => asked.body[name] ?? undefined).filter((cap) => cap !== undefined);
    const most = said.length === 0 ? assumed : Math.max(...said.map((cap) => (isCount(cap) ? cap : assumed)));
    const { n } = asked.body;
    return most * (isCount(n) ? n : 1);
  }

  /** One of them answers: it may be the dearest. */
  #nanoUsd(): number {
    const { upstream, asked, others } = this.#call;
    const first = this.#nanosAt(upstream, asked.model);
    if (others === undefined) return first;
    return Math.max(first, ...others.map((other) => this.#nanosAt(other.upstream, other.model)));
  }

  /** Whatever a cache of the provider is to keep may all have to be written. */
  #units(): UnitCounts {
    const { tokens, keptFor } = this.#measured;
    return {
      ...{ input_tokens: tokens, output_tokens: this.#outputTokens },
      ...(keptFor !== undefined && { cache_write_tokens: tokens }),
      ...(keptFor === 'hour' && { cache_write_1h_tokens: tokens }),
    };
  }

  #nanosAt({ priceProvider }: Pick<Upstream, 'priceProvider'>, model: string): number {
    const price = this.#prices.price({ priceProvider, model, units: this.#units(), at: this.#call.admittedAt });
    return price.state === 'priced' ? Number(price.nanos) : this.#settings.unpricedCallNanos;
  }
}

/** More than any answer has is no number of tokens, and a sum of such would be none either. */
const MOST_COUNT = 1_000_000_000;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_COUNT;
}

/**
 * What a call came to: by what the provider says was used and what that cost. What nobody knows is charged at the most that it can be, and
 * a request counts whatever came of it.
 * @param attempt undefined where no provider was sent anything
 */
export function cameTo(unit: LimitUnit, attempt: CalledProvider | undefined, needs: Pick<CallNeeds, 'of'>): number {
  if (unit === 'requests') return 1;
  if (unit === 'calls' || attempt === undefined || attempt.price === 'nothing') return 0;
  if (unit === 'nano_usd') return attempt.price.state === 'priced' ? Number(attempt.price.nanos) : needs.of(unit);
  const { input_tokens: input, output_tokens: output = 0 } = attempt.units ?? {};
  return input === undefined ? needs.of(unit) : input + output;
}
