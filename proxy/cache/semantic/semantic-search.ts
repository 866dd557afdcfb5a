import type { CacheVerifier } from '../../../domain/gateway/cache/cache-block.ts';
import type { Likeness } from '../../../domain/gateway/cache/cache-settings.ts';
import type { CacheEntry } from '../../../store/gateway/cache-entry-store.ts';
import type { SpokenWords } from '../fingerprint.ts';
import type { CacheMetrics } from '../cache-metrics.ts';
import type { CacheShelf } from '../cache-shelf.ts';
import type { CandidateIndex } from './candidate-index.ts';
import type { Embedder } from './embedder.ts';
import { findDifferentFacts, findDifferentWords, type TellingDifference } from './telling-difference.ts';

export interface SemanticSearchParts {
  readonly embedder: Embedder;
  readonly index: Pick<CandidateIndex, 'nearest'>;
  readonly shelf: Pick<CacheShelf, 'find'>;
  readonly metrics: Pick<CacheMetrics, 'searched'>;
}

/** How alike a request is to the one whose answer it is given. */
export interface Match {
  readonly similarity: number;
  readonly threshold: number;
  /** Whether it was held against a verifier, which it passed. */
  readonly isVerified: boolean;
}

/** What came of looking for a request that is alike. */
export type SemanticFind =
  | { readonly result: 'near'; readonly entry: CacheEntry; readonly match: Match }
  | { readonly result: 'none'; readonly vector: Float32Array }
  | {
      readonly result: 'refused';
      readonly vector: Float32Array;
      readonly similarity: number;
      readonly difference: TellingDifference;
    }
  | { readonly result: 'unavailable' };

const VERIFY: Readonly<Record<CacheVerifier, (one: string, other: string) => TellingDifference | undefined>> = {
  same_words: findDifferentWords,
  numbers_and_names: findDifferentFacts,
  none: () => undefined,
};

/** Looks for answers to requests that are alike. */
export class SemanticSearch {
  readonly #parts: SemanticSearchParts;

  constructor(parts: SemanticSearchParts) {
    this.#parts = parts;
  }

  async find(spoken: SpokenWords, likeness: Likeness): Promise<SemanticFind> {
    const found = await this.#look(spoken, likeness);
    this.#parts.metrics.searched(found.result);
    return found;
  }

  async #look({ words, partition }: SpokenWords, { threshold, verifier }: Likeness): Promise<SemanticFind> {
    const { embedder, index, shelf } = this.#parts;
    const vector = await embedder.embed(words);
    const near = await index.nearest(partition, vector, threshold);
    if (near === 'unavailable') return { result: near };
    let refused: { similarity: number; difference: TellingDifference } | undefined;
    for (const { candidate, similarity } of near) {
      const difference = VERIFY[verifier](words, candidate.words);
      if (difference === undefined) {
        const entry = await shelf.find(candidate.fingerprint);
        if (entry === 'unavailable') return { result: entry };
        const match = { similarity, threshold, isVerified: verifier !== 'none' };
        if (entry !== undefined) return { result: 'near', entry, match };
      } else refused ??= { similarity, difference };
    }
    return refused === undefined ? { result: 'none', vector } : { result: 'refused', vector, ...refused };
  }
}
