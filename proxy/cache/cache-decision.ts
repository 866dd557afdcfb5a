import type { CacheKind } from '../../domain/gateway/cache/cache-block.ts';
import type { CacheEntry } from '../../store/gateway/cache-entry-store.ts';
import type { AnswerRecorder } from './answer-recorder.ts';
import type { SemanticMatch } from './semantic/semantic-search.ts';

/** A request that is answered from the cache. */
export interface CacheHit {
  readonly status: 'hit';
  readonly kind: CacheKind;
  readonly entry: CacheEntry;
  /** The match, for the kind `semantic`. */
  readonly match: SemanticMatch | undefined;
  /** Whole seconds since the answer was created. */
  readonly ageSeconds: number;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A request that matches a rule and still goes to its provider. */
export interface CachePass {
  readonly status: 'miss' | 'bypass' | 'error';
  /** Undefined if its answer is not stored. */
  readonly recorder: AnswerRecorder | undefined;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The decision about a request that matches a rule. */
export type CacheDecision = CacheHit | CachePass;

/** The headers that describe a hit to the caller: names and values, alternating. */
export function hitHeaders({ kind, entry, ageSeconds, match }: CacheHit): string[] {
  return [
    ...(match === undefined
      ? []
      : Object.entries(matchTexts(match)).flatMap(([name, text]) => [`x-tt-cache-${name}`, text])),
    ...['x-tt-cache', 'hit', 'x-tt-cache-kind', kind, 'x-tt-cache-age', String(ageSeconds)],
    ...['x-tt-cache-source', entry.sourceRequestId, 'x-tt-cache-entry', entry.entryId],
  ];
}

/** The texts about the similarity of two requests, for callers and for the row of the request. */
export function matchTexts({
  similarity,
  threshold,
  isVerified,
}: SemanticMatch): Readonly<Record<'similarity' | 'threshold' | 'verified', string>> {
  return {
    // Never rounded up: the text must not state more than was found.
    similarity: String(Math.floor(similarity * 10_000) / 10_000),
    threshold: String(threshold),
    verified: isVerified ? 'true' : 'none',
  };
}
