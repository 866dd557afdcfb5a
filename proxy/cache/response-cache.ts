import type { CacheKind } from '../../domain/gateway/cache/cache-block.ts';
import { findCacheRule, type CacheRule, type CacheSettings } from '../../domain/gateway/cache/cache-settings.ts';
import { scopeKeyOf } from '../../domain/gateway/cache/scope-key-of.ts';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { SimilarityKey } from '../../store/gateway/cache-candidate-store.ts';
import type { CacheEntry } from '../../store/gateway/cache-entry-store.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { AnswerHeader } from '../headers/answer-headers.ts';
import type { RequestFacts } from '../request/read-call.ts';
import { AnswerRecorder } from './answer-recorder.ts';
import type { CacheCounts } from './store/cache-counts.ts';
import type { CacheMetrics } from './store/cache-metrics.ts';
import type { CacheStore } from './store/cache-store.ts';
import { matchTexts, type CachePass, type CacheDecision } from './cache-decision.ts';
import { SingleFlight, type FlightLeader, type FlightRole } from './single-flight.ts';
import { createFingerprint, type Fingerprint } from './store/fingerprint.ts';
import type { Embedder } from './semantic/embedder.ts';
import type { FoundVector, SemanticMatch, SemanticSearchResult, SemanticSearch } from './semantic/semantic-search.ts';

/** A call that may be answered from the cache. */
export interface CacheableCall {
  readonly call: AdmittedCall;
  readonly asked: RequestFacts;
  readonly endpoint: CalledEndpoint;
  /** The provider of the call, and the path and query there. */
  readonly provider: string;
  readonly path: string;
  /** The headers that its answer may depend on, as `answerHeaders` gives them. */
  readonly headers: readonly AnswerHeader[];
  /** The caller's request to the cache (`x-tt-cache`). */
  readonly asksOfCache: string | readonly string[] | undefined;
  /** A provider key that the caller sends. An answer that it pays for is given to nobody else. */
  readonly callerKey: string | undefined;
}

export interface ResponseCacheParts {
  readonly settings: CacheSettings;
  readonly cacheStore: CacheStore;
  readonly search: SemanticSearch;
  readonly embedder: Embedder;
  readonly counts: CacheCounts;
  readonly metrics: CacheMetrics;
  readonly clock: Clock;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly newEntryId: () => string;
}

/** A call with its rule and its fingerprint. */
interface Known extends Fingerprint {
  readonly cacheable: CacheableCall;
  readonly rule: CacheRule;
  readonly scopeKey: string;
}

/** An answer that a call may get. */
interface Found {
  readonly entry: CacheEntry;
  readonly kind: CacheKind;
  readonly match: SemanticMatch | undefined;
}

/** The cache of answers, in front of the providers. */
export class ResponseCache {
  readonly #parts: ResponseCacheParts;
  readonly #equal = new SingleFlight();

  constructor(parts: ResponseCacheParts) {
    this.#parts = parts;
  }

  /** The rules, in the order in which they are tried. */
  get rules(): readonly CacheRule[] {
    return this.#parts.settings.rules;
  }

  /**
   * The decision about a call; undefined if no rule matches it, or its answer depends on more than the request. Never
   * rejects.
   */
  async lookUp(cacheable: CacheableCall): Promise<CacheDecision | undefined> {
    const { settings, monotonicMs, metrics } = this.#parts;
    const { call, asked, endpoint, asksOfCache, callerKey } = cacheable;
    const stepClass = call.dimensions?.values['step_class'];
    const rule = findCacheRule(settings.rules, { endpoint, model: asked.model, stepClass });
    if (rule === undefined || callerKey !== undefined || !asked.isCacheable) return undefined;
    const mode = modeOf(asksOfCache);
    if (mode === 'off') return this.#pass('bypass', rule, undefined);
    const startedAt = monotonicMs();
    const known = this.#know(cacheable, rule);
    if (known === undefined) return undefined;
    if (mode === 'refresh') return this.#pass('bypass', rule, this.#recorderOf(known, {}));
    const kept = await this.#parts.cacheStore.find(known.fingerprint);
    metrics.lookedUp(monotonicMs() - startedAt);
    if (kept === 'unavailable') return this.#pass('error', rule, undefined);
    const found = kept === undefined ? await this.#findOther(known, mode) : sameAs(known, kept);
    if ('entry' in found) return rule.mode === 'serve' ? this.#hit(rule, found) : this.#wouldHit(rule, found);
    const recorder = mode === 'no-store' ? undefined : this.#recorderOf(known, found);
    return this.#pass(found.result === 'unavailable' ? 'error' : 'miss', rule, recorder, refusalNotes(found));
  }

  /**
   * Finds an answer that is not stored for the same fingerprint: that of an equal call in flight, otherwise that of a
   * similar call.
   */
  async #findOther(known: Known, mode: Mode): Promise<Found | Unfound> {
    const place = this.#placeOf(known, mode);
    if (place?.role === 'behind') {
      const entry = await place.answer;
      this.#parts.metrics.waited(entry === undefined ? 'released' : 'answered');
      if (entry !== undefined) return sameAs(known, entry);
    }
    const leader = place?.role === 'first' ? place.leader : undefined;
    const similar = await this.#findSimilar(known);
    if (!('entry' in similar)) return { ...similar, leader };
    leader?.end(undefined);
    return similar;
  }

  /**
   * The role of a call among equal calls; undefined if it does not share its answer. No call waits for a stream, whose
   * first words arrive long before the last ones, or for an answer that is not stored.
   */
  #placeOf({ cacheable, rule, fingerprint }: Known, mode: Mode): FlightRole | undefined {
    const isShared = mode === 'none' && rule.mode === 'serve' && !cacheable.asked.streaming;
    return isShared ? this.#equal.join(fingerprint) : undefined;
  }

  async #findSimilar({ spoken, rule, cacheable }: Known): Promise<Found | SemanticMiss> {
    if (spoken === undefined || rule.similarity === undefined) return { result: 'none', vector: undefined };
    const near = await this.#parts.search.find(spoken, rule.similarity, cacheable.call);
    return near.result === 'near' ? { ...near, kind: 'semantic' } : near;
  }

  #know(cacheable: CacheableCall, rule: CacheRule): Known | undefined {
    const { call, asked, provider, endpoint, path, headers } = cacheable;
    const { print, model } = asked;
    if (print === undefined) return undefined;
    const scopeKey = scopeKeyOf(this.#parts.settings.scope, call.key);
    const fingerprint = createFingerprint({
      ...{ provider, endpoint, model, path, headers, print, scopeKey },
      ruleId: rule.id,
      kind: rule.kind,
      embedderId: this.#parts.embedder.id,
    });
    return { cacheable, rule, scopeKey, ...fingerprint };
  }

  #hit(rule: CacheRule, found: Found): CacheDecision {
    this.#count('hit', rule, found);
    const age = this.#parts.clock.now().getTime() - found.entry.createdAt.getTime();
    const ageSeconds = Math.max(0, Math.floor(age / 1_000));
    return { status: 'hit', ...found, ageSeconds, annotations: notesOf('hit', rule, found) };
  }

  /**
   * The decision for a rule that only observes. The stored answer stays: it is the one that the rule would have served.
   */
  #wouldHit(rule: CacheRule, found: Found): CacheDecision {
    this.#count('would_hit', rule, found);
    return { status: 'miss', recorder: undefined, annotations: notesOf('would_hit', rule, found) };
  }

  #count(outcome: 'hit' | 'would_hit', { id }: CacheRule, { entry, kind }: Found): void {
    this.#parts.metrics.asked(outcome);
    this.#parts.counts.count({ ruleId: id, outcome, kind, savedNanos: entry.priceNanos });
  }

  #pass(
    status: CachePass['status'],
    rule: CacheRule,
    recorder: AnswerRecorder | undefined,
    annotations: Readonly<Record<string, string>> = {},
  ): CachePass {
    this.#parts.metrics.asked(status);
    this.#parts.counts.count({ ruleId: rule.id, outcome: status });
    return { status, recorder, annotations: { cache: status, 'cache.rule': rule.id, ...annotations } };
  }

  /**
   * @param vector the vector of the call's words; undefined if it was not requested yet
   * @param leader the call as the first of equal calls, which wait for its answer; undefined if none may wait
   */
  #recorderOf(known: Known, { vector, leader }: Pick<Partial<Unfound>, 'vector' | 'leader'>): AnswerRecorder {
    const { cacheable, rule, scopeKey, fingerprint, exactDigest } = known;
    const { settings, cacheStore, clock, newEntryId } = this.#parts;
    const { call, asked, provider } = cacheable;
    const lastPurge = cacheStore.lastPurge();
    return new AnswerRecorder({
      streaming: asked.streaming,
      maxBytes: settings.maxEntryBytes,
      keep: ({ contentType, body, ending: { attempt } }) => {
        const createdAt = clock.now();
        const price = attempt?.price;
        const entry = {
          entryId: newEntryId(),
          ...{ fingerprint, exactDigest, scopeKey, provider, contentType, body, createdAt },
          organizationId: call.key.leaf.organizationId,
          ruleId: rule.id,
          sourceRequestId: call.requestId,
          model: attempt?.model ?? asked.model,
          priceNanos: typeof price === 'object' && price.state === 'priced' ? price.nanos : undefined,
          expiresAt: new Date(createdAt.getTime() + rule.ttlMs),
        };
        // An answer that began before a purge may be one that the purge was meant to remove.
        leader?.end(lastPurge === cacheStore.lastPurge() ? entry : undefined);
        cacheStore.keep(entry, lastPurge, this.#similarityKeyOf(known, vector));
      },
      letGo: () => leader?.end(undefined),
    });
  }

  /**
   * The key by which similar requests find the entry of a call; undefined if none may find it, or its vector is
   * unknown.
   */
  async #similarityKeyOf(
    { spoken, cacheable }: Known,
    known: FoundVector | undefined,
  ): Promise<SimilarityKey | undefined> {
    if (spoken === undefined) return undefined;
    const asked = known ?? this.#parts.embedder.embed(spoken.words, cacheable.call).catch(() => undefined);
    const vector = await asked;
    return vector && { ...spoken, vector };
  }
}

type SemanticMiss = Exclude<SemanticSearchResult, { result: 'near' }>;

/** A look-up without an answer, and the reason. */
type Unfound = SemanticMiss & {
  /** The call as the first of equal calls, which wait for its answer; undefined if none may wait. */
  readonly leader: FlightLeader | undefined;
};

/** The stored entry of a fingerprint: of an identical request, or of one that is identical after normalization. */
function sameAs({ exactDigest }: Known, entry: CacheEntry): Found {
  return { entry, kind: entry.exactDigest.equals(exactDigest) ? 'exact' : 'normalized', match: undefined };
}

const MODES = ['off', 'refresh', 'no-store'] as const;
type Mode = (typeof MODES)[number] | 'none';

/**
 * The mode that a caller requests: in one header or several, as a list, in any letter case. Unknown words are ignored.
 * `off` wins in any position; a call that may neither read nor write is `off` too.
 */
function modeOf(header: CacheableCall['asksOfCache']): Mode {
  if (header === undefined) return 'none';
  const words = String(header)
    .split(',')
    .map((word) => word.trim().toLowerCase());
  const asked = MODES.filter((mode) => words.includes(mode));
  return asked.length > 1 ? 'off' : (asked[0] ?? 'none');
}

function notesOf(outcome: 'hit' | 'would_hit', rule: CacheRule, { entry, kind, match }: Found): Record<string, string> {
  const { entryId, sourceRequestId, priceNanos } = entry;
  const similar = match === undefined ? [] : Object.entries(matchTexts(match));
  return {
    cache: outcome,
    'cache.rule': rule.id,
    'cache.kind': kind,
    'cache.entry': entryId,
    'cache.source': sourceRequestId,
    ...Object.fromEntries(similar.map(([name, text]) => [`cache.${name}`, text])),
    ...(priceNanos !== undefined && { 'cache.saved_nanos': priceNanos }),
  };
}

/** The reason why the nearest answer was not used, if a verifier refused it. */
function refusalNotes(found: Unfound): Readonly<Record<string, string>> {
  if (found.result !== 'refused') return {};
  const similarity = String(Math.floor(found.similarity * 10_000) / 10_000);
  return { 'cache.similarity': similarity, 'cache.verified': 'false', 'cache.difference': found.difference };
}
