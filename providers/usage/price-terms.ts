import type { UnpricedReason } from '../../domain/models/price.ts';

/** Counts by unit of the price table, such as `input_tokens`. */
export type UnitCounts = Readonly<Record<string, number>>;

/** The service level of a call in the words of its answer: a dimension, such as `service_tier`, and its value. */
export interface ServiceLevel {
  readonly dimension: string;
  readonly value: string;
}

/** A part of a call with separate rates, such as an iteration of a message. */
export interface UsagePart {
  /** The model of the part; undefined if it is the model of the answer. */
  readonly model: string | undefined;
  readonly units: UnitCounts;
}

/** The terms that decide the price of a call, in addition to its units. */
export interface PriceTerms {
  /** The dimensions with a nonstandard service level. */
  readonly served: readonly ServiceLevel[];
  /** The separately charged parts; undefined if the units are charged together. */
  readonly parts: readonly UsagePart[] | undefined;
  /** The reason why no table can have a price for the call; undefined if one may. */
  readonly reason: UnpricedReason | undefined;
  /** The cost in USD that the provider states; undefined if it states none. */
  readonly statedUsd: number | undefined;
}
