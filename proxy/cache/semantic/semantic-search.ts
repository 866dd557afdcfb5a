import type { CacheVerifier } from '../../../domain/gateway/cache/cache-block.ts';
import type { SimilarityRule } from '../../../domain/gateway/cache/cache-settings.ts';
import type { CacheEntry } from '../../../store/gateway/cache-entry-store.ts';
import type { AdmittedCall } from '../../call/admitted-call.ts';
import type { SimilarityText } from '../store/fingerprint.ts';
import { withTimeLimit } from '../store/with-time-limit.ts';
import type { CacheMetrics } from '../store/cache-metrics.ts';
import type { CacheStore } from '../store/cache-store.ts';
import type { CandidateIndex } from '../store/candidate-index.ts';
import type { Embedder } from './embedder.ts';
import type { SimilarityJudge } from './similarity-judge.ts';
import { InternalCallRefusal } from './internal-calls.ts';
import { createTextFeaturesReader } from './text-features-reader.ts';
import { findDifferentFacts, findDifferentWords, type SignificantDifference } from './significant-difference.ts';

export interface SemanticSearchParts {
  readonly embedder: Embedder;
  /** Undefined if no rule uses a judge. */
  readonly judge: SimilarityJudge | undefined;
  readonly index: Pick<CandidateIndex, 'nearest'>;
  readonly cacheStore: Pick<CacheStore, 'find'>;
  readonly metrics: Pick<CacheMetrics, 'searched'>;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  /** The longest that a call waits for the complete search, in milliseconds. */
  readonly timeoutMs: number;
}

/** The similarity of a request to the one whose answer it gets. */
export interface SemanticMatch {
  readonly similarity: number;
  readonly threshold: number;
  /** True if a verifier accepted the match. */
  readonly isVerified: boolean;
}

/** The reason why a similar request is different; `judged` if a model decided it. */
type Difference = SignificantDifference | 'judged';

/** The vector of a text; undefined if it is unknown. Never rejects. */
export type FoundVector = Promise<Float32Array | undefined>;

/** The results of a search for a similar request. */
export type SemanticSearchResult =
  | { readonly result: 'near'; readonly entry: CacheEntry; readonly match: SemanticMatch }
  | { readonly result: 'none'; readonly vector: FoundVector | undefined }
  | {
      readonly result: 'refused';
      readonly vector: FoundVector;
      readonly similarity: number;
      readonly difference: Difference;
    }
  /** No result in time. The vector is undefined if it was never requested. */
  | { readonly result: 'unavailable'; readonly vector: FoundVector | undefined };

/** Milliseconds in which no call waits, after one call waited without a result. */
const CLOSED_MS = 1_000;

/** Searches for answers to similar requests. */
export class SemanticSearch {
  readonly #parts: SemanticSearchParts;
  readonly #read = createTextFeaturesReader();
  #closedUntil = -Infinity;

  constructor(parts: SemanticSearchParts) {
    this.#parts = parts;
  }

  async find(spoken: SimilarityText, rule: SimilarityRule, call: AdmittedCall): Promise<SemanticSearchResult> {
    const { monotonicMs, metrics } = this.#parts;
    const startedAt = monotonicMs();
    const found = await this.#findInTime(spoken, rule, call);
    metrics.searched(found.result, monotonicMs() - startedAt);
    return found;
  }

  async #findInTime(spoken: SimilarityText, rule: SimilarityRule, call: AdmittedCall): Promise<SemanticSearchResult> {
    const { embedder, monotonicMs, timeoutMs } = this.#parts;
    if (monotonicMs() < this.#closedUntil) return { result: 'unavailable', vector: undefined };
    const refusals: unknown[] = [];
    const note = (error: unknown): undefined => {
      if (error instanceof InternalCallRefusal) refusals.push(error);
    };
    const vector = embedder.embed(spoken.words, call).catch(note);
    const looked = this.#look(spoken, rule, { vector, call });
    const found = await withTimeLimit(looked, timeoutMs).catch((error: unknown) => {
      note(error);
      return 'unavailable' as const;
    });
    if (found !== 'unavailable') return found;
    // A refusal to pay for one caller must not affect the others.
    if (refusals.length === 0) this.#closedUntil = monotonicMs() + CLOSED_MS;
    return { result: found, vector };
  }

  async #look(
    { words, partition }: SimilarityText,
    { threshold, verifier }: SimilarityRule,
    { vector, call }: { readonly vector: FoundVector; readonly call: AdmittedCall },
  ): Promise<SemanticSearchResult | 'unavailable'> {
    const { index, cacheStore } = this.#parts;
    const stands = await vector;
    const near = stands === undefined ? 'unavailable' : await index.nearest(partition, stands, threshold);
    if (near === 'unavailable') return near;
    let refused: { similarity: number; difference: Difference } | undefined;
    for (const { candidate, similarity } of near) {
      const difference = await this.#verify(verifier, [words, candidate.words], call);
      if (difference === undefined) {
        const entry = await cacheStore.find(candidate.fingerprint);
        if (entry === 'unavailable') return entry;
        const match = { similarity, threshold, isVerified: verifier !== 'none' };
        if (entry !== undefined) return { result: 'near', entry, match };
      } else refused ??= { similarity, difference };
      // A judge is paid for each pair, so less similar requests are not judged.
      if (difference === 'judged') break;
    }
    return refused === undefined ? { result: 'none', vector } : { result: 'refused', vector, ...refused };
  }
  /**
   * The difference between two texts; undefined if the verifier accepts them.
   * @throws Error if a judge has to decide and does not answer
   */
  async #verify(
    verifier: CacheVerifier,
    [one, other]: readonly [string, string],
    call: AdmittedCall,
  ): Promise<Difference | undefined> {
    if (verifier === 'none') return undefined;
    const [a, b] = [this.#read(one), this.#read(other)];
    if (verifier === 'same_words') return findDifferentWords(a, b);
    const difference = findDifferentFacts(a, b);
    if (verifier === 'numbers_and_names' || difference !== undefined) return difference;
    return (await this.#parts.judge?.(one, other, call)) === true ? undefined : 'judged';
  }
}
