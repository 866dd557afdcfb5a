import type { UnpricedReason } from '../../domain/models/price.ts';

/** How many of each unit of the price table were used, such as `input_tokens`. */
export type UnitCounts = Readonly<Record<string, number>>;

/** How a call was served, in the words of its answer: a dimension, such as `service_tier`, and its value. */
export interface ServedAs {
  readonly dimension: string;
  readonly value: string;
}

/** A part of a call that is charged by rates of its own, such as an iteration of a message. */
export interface UsedPart {
  /** Undefined where it is the model of the answer. */
  readonly model: string | undefined;
  readonly units: UnitCounts;
}

/** What decides the price of a call beside its units. */
export interface PriceTerms {
  /** Every dimension that is not served in the standard way. */
  readonly served: readonly ServedAs[];
  /** Undefined where the units are charged as a whole. */
  readonly parts: readonly UsedPart[] | undefined;
  /** Why no table has a price for it; undefined where one may. */
  readonly reason: UnpricedReason | undefined;
  /** What the provider says that it cost, in USD; undefined where it does not say so. */
  readonly statedUsd: number | undefined;
}
