import type { LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';
import type { GovernanceSettings } from '../../domain/gateway/governance/limit.ts';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import type { Price } from '../../domain/models/price.ts';
import type { CalledProvider } from '../../contracts/ingest/calls/write-ended-call.ts';
import type { PriceTable } from '../../providers/prices/price-table.ts';
import type { UnitCounts } from '../../providers/usage/price-terms.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { RequestFacts } from '../request/read-call.ts';
import type { CallDemand } from '../request/size/call-demand.ts';
import { imageTokens } from '../request/size/image-tokens.ts';
import { maxOutput } from '../request/size/max-output.ts';
import type { OutputDemand } from '../request/size/output-demand.ts';

/** A call that is to be sent, with everything that decides its maximum usage. */
export interface CallNeedsInput {
  readonly asked: RequestFacts;
  readonly endpoint: CalledEndpoint;
  readonly upstream: Pick<Upstream, 'priceProvider' | 'ownPrices'>;
  /** The fallbacks, with the model of each. */
  readonly others?:
    | readonly { readonly upstream: Pick<Upstream, 'priceProvider' | 'ownPrices'>; readonly model: string }[]
    | undefined;
  readonly admittedAt: Date;
}

/** The maximum tokens of a call: its input and its output. */
interface MaxTokens {
  readonly input: number;
  readonly output: number;
}

/** A model that may answer. */
interface Answerer {
  readonly priceProvider: string | undefined;
  readonly ownPrices: Upstream['ownPrices'];
  readonly model: string;
  readonly maxTokens: MaxTokens;
}

/**
 * The assumed context window of a model that the price table does not know, in tokens. No model that is called often
 * has a larger one.
 */
const ASSUMED_CONTEXT = 1_000_000;

/**
 * The maximum cost of one call of a tool that a provider runs, in nano-USD. The most expensive search of OpenAI costs
 * 25 USD per thousand, a container 0.03 USD.
 */
const TOOL_CALL_NANOS = 30_000_000;

/**
 * The maximum that a call reserves or is charged: a million USD. A larger amount has no meaning, and sums of such
 * amounts would not be exact integers.
 */
const MAX_AMOUNT = 1_000_000_000_000_000;

/** The maximum usage of a call in each unit, computed only if a limit needs it. */
export class CallNeeds {
  readonly #call: CallNeedsInput;
  readonly #settings: GovernanceSettings;
  readonly #prices: PriceTable;
  #answerers: readonly Answerer[] | undefined;
  #tokens: number | undefined;
  #nanos: number | undefined;

  constructor(call: CallNeedsInput, settings: GovernanceSettings, prices: PriceTable) {
    this.#call = call;
    this.#settings = settings;
    this.#prices = prices;
  }

  /**
   * The reason why nothing bounds the usage of the call, as a sentence for the caller; undefined if something bounds
   * it.
   */
  get fault(): string | undefined {
    const { output } = this.#demand;
    return typeof output === 'string' ? output : undefined;
  }

  of(unit: LimitUnit): number {
    switch (unit) {
      case 'requests':
      case 'calls':
        return 1;
      case 'tokens':
        return (this.#tokens ??= this.#most(({ maxTokens: max }) => max.input + max.output));
      case 'nano_usd':
        // No call is free: a limit that is used up must not even admit a call that seems to cost nothing.
        return (this.#nanos ??= Math.max(
          1,
          this.#most((answerer) => this.#nanosAt(answerer)),
        ));
    }
  }

  /** The demand of the body, which is present if any limit counts tokens or money. */
  get #demand(): CallDemand {
    const { demand } = this.#call.asked;
    if (demand === undefined) throw new Error('A limit needs the usage of a call, but its body was not measured.');
    return demand;
  }

  /** The maximum amount over all models that may answer: the one that answers may be the most expensive. */
  #most(amountAt: (answerer: Answerer) => number): number {
    const answerers = this.#answerers ?? this.#findAnswerers();
    this.#answerers = answerers;
    let max = 0;
    for (const answerer of answerers) max = Math.max(max, amountAt(answerer));
    return Math.min(MAX_AMOUNT, max);
  }

  #findAnswerers(): readonly Answerer[] {
    const { upstream, asked, others } = this.#call;
    const answerers = [this.#answererAt(upstream, asked.model)];
    for (const other of others ?? []) answerers.push(this.#answererAt(other.upstream, other.model));
    return answerers;
  }

  #answererAt({ priceProvider, ownPrices }: CallNeedsInput['upstream'], model: string): Answerer {
    const contextWindow = this.#prices.contextWindow({ priceProvider, model, at: this.#call.admittedAt });
    return { priceProvider, ownPrices, model, maxTokens: this.#maxTokens(model, contextWindow) };
  }

  #maxTokens(model: string, contextWindow: number | undefined): MaxTokens {
    const { input, outside } = this.#demand;
    const sent = input.tokens + imageTokens(model, input.images);
    const isUnbounded = outside.isUnbounded || input.fetchesMedia;
    return {
      input: isUnbounded ? Math.max(sent, contextWindow ?? ASSUMED_CONTEXT) : sent,
      output: this.#outputTokens(model, contextWindow),
    };
  }

  #outputTokens(model: string, contextWindow: number | undefined): number {
    const { input } = this.#demand;
    const { cap, thinking, answers, chargesPrediction } = this.#output;
    const max = cap ?? this.#settings.assumedOutputTokens ?? maxOutput(model, contextWindow);
    return (max + thinking + (chargesPrediction ? input.tokens : 0)) * answers;
  }

  #nanosAt(answerer: Answerer): number {
    const { outside, factor: known } = this.#demand;
    // The operator may have agreed on a higher price for a tier than any that is known.
    const factor = known > 1 ? Math.max(known, answerer.ownPrices?.maxServiceMultiplier ?? 1) : known;
    let max = 0;
    for (const units of this.#unitsAt(answerer)) {
      const price = this.#priceAt(answerer, units);
      const { unpricedCallNanos } = this.#settings;
      max = Math.max(max, price.state === 'priced' ? Math.ceil(Number(price.nanos) * factor) : unpricedCallNanos);
    }
    return max + outside.toolCalls * TOOL_CALL_NANOS;
  }

  /** The price of a call. If the model has no price for writing its cache, input and output alone are priced. */
  #priceAt({ model, priceProvider, ownPrices: own }: Answerer, units: UnitCounts): Price {
    const at = this.#call.admittedAt;
    const price = this.#prices.price({ priceProvider, model, units, own, at });
    if (price.state === 'priced' || units['cache_write_tokens'] === undefined) return price;
    const { input_tokens, output_tokens } = units;
    return this.#prices.price({ priceProvider, model, units: { input_tokens, output_tokens } as UnitCounts, own, at });
  }

  /** The output demand. Check `fault` first. */
  get #output(): OutputDemand {
    const { output } = this.#demand;
    if (typeof output === 'string') throw new Error(output);
    return output;
  }

  /**
   * The kinds of tokens that the call may use. The most expensive one counts. All input tokens for a cache may
   * have to be written.
   */
  #unitsAt({ maxTokens: max }: Answerer): readonly UnitCounts[] {
    const { keptFor, audioTokens } = this.#demand.input;
    const { input, output } = max;
    const text: Record<string, number> = { input_tokens: input, output_tokens: output };
    if (keptFor !== undefined) text['cache_write_tokens'] = input;
    if (keptFor === 'hour') text['cache_write_1h_tokens'] = input;
    const { modalities } = this.#output;
    if (audioTokens === 0 && modalities.length === 0) return [text];
    const spoken = { input_tokens: input, output_tokens: output, input_audio_tokens: audioTokens };
    const others = modalities.map((modality) => ({ ...spoken, [`output_${modality}_tokens`]: output }));
    return [text, spoken, ...others];
  }
}

/**
 * The amount that a call used, by the usage and the cost that the provider states. An unknown amount is charged at its
 * maximum. An estimate is charged at least at its maximum, because thinking is not visible in a stream. A request
 * counts as one in any case.
 * @param attempt the usage of the call; undefined if no provider was called
 */
export function usedAmount(unit: LimitUnit, attempt: CalledProvider | undefined, needs: Pick<CallNeeds, 'of'>): number {
  if (unit === 'requests') return 1;
  if (unit === 'calls' || attempt === undefined || attempt.price === 'nothing') return 0;
  const stated = unit === 'nano_usd' ? nanosOf(attempt.price) : tokensOf(attempt);
  if (stated === undefined) return needs.of(unit);
  return Math.min(MAX_AMOUNT, attempt.isEstimate ? Math.max(stated, needs.of(unit)) : stated);
}

function nanosOf(price: Exclude<CalledProvider['price'], 'nothing'>): number | undefined {
  return price.state === 'priced' ? Number(price.nanos) : undefined;
}

function tokensOf({ units, price }: CalledProvider): number | undefined {
  const isInconsistent = price !== 'nothing' && price.state === 'unpriced' && price.reason === 'usage_inconsistent';
  if (units?.['input_tokens'] === undefined || isInconsistent) return undefined;
  return units['input_tokens'] + (units['output_tokens'] ?? 0);
}
