import type { UnpricedReason } from '../../domain/models/price.ts';

/** Counts by unit of the price table, such as `input_tokens`. */
export type UnitCounts = Readonly<Record<string, number>>;

/** The service level of a call in the words of its answer: a dimension, such as `service_tier`, and its value. */
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

/** The terms that decide the price of a call, in addition to its units. */
export interface PriceTerms {
  /** Every dimension that is not served in the standard way. */
  readonly served: readonly ServedAs[];
  /** Undefined where the units are charged as a whole. */
  readonly parts: readonly UsedPart[] | undefined;
  /** The reason why no table has a price for it; undefined if one may. */
  readonly reason: UnpricedReason | undefined;
  /** The cost in USD that the provider states; undefined if it states none. */
  readonly statedUsd: number | undefined;
}
