import { findProvider } from '@pydantic/genai-prices';
import { UsageReader, type ReadUsage } from './usage-reader.ts';
import { isEmptyAnswer } from './is-empty-answer.ts';

/** The source of an answer: a provider of the price table, and one of its answer forms. */
export interface UsageForm {
  readonly priceProvider: string;
  readonly flavor: string;
}

/** The readers of the few forms that were read so far, by provider and flavor. */
const readers = new Map<string, Map<string, UsageReader>>();

/**
 * The usage of an answer. Undefined if the answer does not state a usage, which differs from a usage of 0, or states an
 * impossible one.
 * @param isWhole true if no part of the answer is omitted
 */
export function readUsage(answer: unknown, form: UsageForm, isWhole = true): ReadUsage | undefined {
  const read = readerOf(form)?.read(answer, isWhole);
  // A stated cost means that something was used.
  const isStated = read === undefined || read.terms?.statedUsd !== undefined || !isEmptyAnswer(read.units, answer);
  return isStated ? read : undefined;
}

function readerOf({ priceProvider, flavor }: UsageForm): UsageReader | undefined {
  const known = readers.get(priceProvider)?.get(flavor);
  if (known !== undefined) return known;
  const provider = findProvider({ providerId: priceProvider });
  if (provider === undefined) return undefined;
  const reader = new UsageReader(provider, flavor);
  const ofProvider = readers.get(priceProvider) ?? new Map<string, UsageReader>();
  readers.set(priceProvider, ofProvider.set(flavor, reader));
  return reader;
}
