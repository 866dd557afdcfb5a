import { sha256Digest } from '../../contracts/wire/canonical-json.ts';
import type { OwnPriceEntry } from '../../domain/gateway/own-price.ts';
import { matchesModel } from '../../domain/gateway/provider-block.ts';
import type { ServiceLevel } from '../usage/price-terms.ts';
import { ModelRates } from './model-rates.ts';

/** A price that the operator has agreed on, prepared for use. */
export interface OwnPrice {
  /** The operator's rates; undefined if those of the price table apply. */
  readonly rates: ModelRates | undefined;
  readonly multiplier: number;
  /** The factor for tokens at this service level; undefined if the operator does not state it. */
  serviceMultiplier(served: ServiceLevel): number | undefined;
}

/** The operator's own prices at one provider. */
export class OwnPrices {
  /** The revision of the entries, with a digest over them: amounts of the same revision come from the same entries. */
  readonly revision: string;
  /** The largest factor of any service level. */
  readonly maxServiceMultiplier: number;
  readonly #prices: readonly (OwnPrice & { readonly models: readonly string[]; readonly fromMs: number })[];

  constructor(entries: readonly OwnPriceEntry[]) {
    this.revision = `configuration ${sha256Digest(entries)}`;
    this.maxServiceMultiplier = Math.max(
      1,
      ...entries.flatMap(({ services = [] }) => services.map(({ multiplier }) => multiplier)),
    );
    // The latest comes first; of entries with the same time, the first in the file.
    this.#prices = entries.map(ownPriceOf).sort((one, other) => other.fromMs - one.fromMs);
  }

  /**
   * The price of a model that is in force at an instant, which is the one that came into force last; undefined if there
   * is no such price.
   */
  find(model: string, at: Date): OwnPrice | undefined {
    const atMs = at.getTime();
    return this.#prices.find(
      ({ models, fromMs }) => fromMs <= atMs && models.some((pattern) => matchesModel(pattern, model)),
    );
  }
}

function ownPriceOf({ models, from, rates, multiplier = 1, services = [] }: OwnPriceEntry) {
  return {
    models,
    fromMs: from === undefined ? -Infinity : Date.parse(from),
    rates: rates === undefined ? undefined : new ModelRates(rates),
    multiplier,
    serviceMultiplier: ({ dimension, value }: ServiceLevel): number | undefined =>
      services.find((each) => each.dimension === dimension && each.value.toLowerCase() === value.toLowerCase())
        ?.multiplier,
  };
}
