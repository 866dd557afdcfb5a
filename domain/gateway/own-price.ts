import { parseInstant } from '../kernel/parse-instant.ts';
import type { DocumentFault } from '../kernel/document-fault.ts';

/**
 * The rates that an operator's own price may set, with the names of the price table: USD for a million tokens, or for a
 * thousand searches.
 */
export const OWN_RATES = [
  ...(['input_mtok', 'output_mtok', 'cache_read_mtok', 'cache_write_mtok', 'cache_write_1h_mtok'] as const),
  ...(['input_audio_mtok', 'output_audio_mtok', 'output_reasoning_mtok'] as const),
  ...(['web_searches_kcount', 'storage_searches_kcount'] as const),
] as const;
export type OwnRate = (typeof OWN_RATES)[number];

/** The members of an answer that state its service level. */
export const SERVICE_DIMENSIONS = ['service_tier', 'speed', 'inference_geo'] as const;
export type ServiceDimension = (typeof SERVICE_DIMENSIONS)[number];

/** An entry of `providers[].prices` of the configuration file: a price that an operator has agreed on. */
export interface OwnPriceEntry {
  /** Names, or prefixes followed by `*`. */
  readonly models: readonly string[];
  /** The instant from which the price applies; absent if it has always applied. */
  readonly from?: string;
  /** The rates that replace those of the price table; absent if the table applies. */
  readonly rates?: Readonly<Partial<Record<OwnRate, number>>>;
  /** The factor that multiplies every rate. */
  readonly multiplier?: number;
  /** The factors for token rates at service levels other than the standard one. */
  readonly services?: readonly {
    readonly dimension: ServiceDimension;
    readonly value: string;
    readonly multiplier: number;
  }[];
}

/**
 * The faults of a provider's prices, except faults in the form of the entries. Entries with a wrong form are absent.
 */
export function findOwnPriceFaults(
  prices: readonly (Partial<OwnPriceEntry> | undefined)[],
  path: DocumentFault['path'],
): DocumentFault[] {
  return prices.flatMap((price = {}, index) => {
    const faults: DocumentFault[] = [];
    const { from, rates, multiplier, services } = price;
    if (from !== undefined && parseInstant(from) === undefined)
      faults.push({ path: [...path, index, 'from'], detail: 'must be an instant, such as `2026-01-01T00:00:00Z`' });
    if (rates === undefined && multiplier === undefined && services === undefined)
      faults.push({
        path: [...path, index],
        detail: 'has no price: add `rates`, `multiplier` or `services`',
      });
    return faults;
  });
}
