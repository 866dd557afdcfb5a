import type { IncomingHttpHeaders } from 'node:http';
import type { CacheKind } from '../../domain/gateway/cache/cache-block.ts';
import { cacheRuleOf, type CacheRule, type CacheSettings } from '../../domain/gateway/cache/cache-settings.ts';
import { scopeKeyOf } from '../../domain/gateway/cache/scope-key-of.ts';
import type { CalledEndpoint } from '../../domain/gateway/endpoints.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { CacheEntry } from '../../store/gateway/cache-entry-store.ts';
import type { AdmittedCall } from '../decision-log/decision-events.ts';
import type { AskedCall } from '../read-call.ts';
import { AnswerRecorder } from './answer-recorder.ts';
import type { CacheCounts } from './cache-counts.ts';
import type { CacheMetrics } from './cache-metrics.ts';
import type { CacheShelf } from './cache-shelf.ts';
import type { CachePass, CacheTurn } from './cache-turn.ts';
import { fingerprintOf, type Fingerprint } from './fingerprint.ts';
import { isCacheable } from './is-cacheable.ts';

/** A call that may be answered from the cache. */
export interface CacheableCall {
  readonly call: AdmittedCall;
  readonly asked: AskedCall;
  readonly endpoint: CalledEndpoint;
  /** The provider that it goes to, and path and query there. */
  readonly provider: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** A key that the caller brings along: what it pays for is given to nobody else. */
  readonly brought: string | undefined;
}

export interface ResponseCacheParts {
  readonly settings: CacheSettings;
  readonly shelf: CacheShelf;
  readonly counts: CacheCounts;
  readonly metrics: CacheMetrics;
  readonly clock: Clock;
  /** Milliseconds that only go on. */
  readonly elapsed: () => number;
  readonly newEntryId: () => string;
}

/** A call, the rule that is about it, and what it is known by. */
interface Known extends Fingerprint {
  readonly cacheable: CacheableCall;
  readonly rule: CacheRule;
  readonly scopeKey: string;
}

/** Answers that were given before, in front of the providers. */
export class ResponseCache {
  readonly #parts: ResponseCacheParts;

  constructor(parts: ResponseCacheParts) {
    this.#parts = parts;
  }

  /** What becomes of a call here; undefined where no rule is about it, or its answer hangs on more than itself. It never rejects. */
  async turnOf(cacheable: CacheableCall): Promise<CacheTurn | undefined> {
    const { settings, elapsed, metrics } = this.#parts;
    const { call, asked, endpoint, headers, brought } = cacheable;
    const stepClass = call.noted['step_class'];
    const rule = cacheRuleOf(settings.rules, { endpoint, model: asked.model, stepClass });
    if (rule === undefined || brought !== undefined || !isCacheable(asked.body)) return undefined;
    const startedAt = elapsed();
    const mode = modeOf(headers);
    if (mode === 'off') return this.#pass('bypass', rule, undefined);
    const known = this.#know(cacheable, rule);
    if (known === undefined) return undefined;
    if (mode === 'refresh') return this.#pass('bypass', rule, this.#recorderOf(known));
    const found = await this.#parts.shelf.find(known.fingerprint);
    metrics.lookedUp(elapsed() - startedAt);
    if (found === 'unavailable') return this.#pass('error', rule, undefined);
    if (found === undefined) return this.#pass('miss', rule, mode === 'no-store' ? undefined : this.#recorderOf(known));
    const kind = found.exactDigest.equals(known.exactDigest) ? 'exact' : 'normalized';
    return rule.mode === 'serve' ? this.#hit(rule, found, kind) : this.#wouldHit(rule, found, kind);
  }

  #know(cacheable: CacheableCall, rule: CacheRule): Known | undefined {
    const { call, asked, body: bytes, provider, endpoint, path, headers } = cacheable;
    const scopeKey = scopeKeyOf(this.#parts.settings.scope, call.key);
    const print = fingerprintOf({
      ...{ provider, endpoint, path, headers, bytes, scopeKey },
      ruleId: rule.id,
      kind: rule.kind,
      body: asked.body,
    });
    return print && { cacheable, rule, scopeKey, ...print };
  }

  #hit(rule: CacheRule, entry: CacheEntry, kind: CacheKind): CacheTurn {
    this.#count('hit', rule, entry, kind);
    const age = this.#parts.clock.now().getTime() - entry.createdAt.getTime();
    const ageSeconds = Math.max(0, Math.floor(age / 1_000));
    return { status: 'hit', kind, entry, ageSeconds, noted: notesOf('hit', rule, entry, kind) };
  }

  /** The answer that there is stays: it is what the rule would have served. */
  #wouldHit(rule: CacheRule, entry: CacheEntry, kind: CacheKind): CacheTurn {
    this.#count('would_hit', rule, entry, kind);
    return { status: 'miss', recorder: undefined, noted: notesOf('would_hit', rule, entry, kind) };
  }

  #count(outcome: 'hit' | 'would_hit', { id }: CacheRule, { priceNanos }: CacheEntry, kind: CacheKind): void {
    this.#parts.metrics.asked(outcome);
    this.#parts.counts.count({ ruleId: id, outcome, kind, savedNanos: priceNanos });
  }

  #pass(status: CachePass['status'], rule: CacheRule, recorder: AnswerRecorder | undefined): CachePass {
    this.#parts.metrics.asked(status);
    this.#parts.counts.count({ ruleId: rule.id, outcome: status });
    return { status, recorder, noted: { cache: status, 'cache.rule': rule.id } };
  }

  #recorderOf({ cacheable, rule, scopeKey, fingerprint, exactDigest }: Known): AnswerRecorder {
    const { settings, shelf, clock, newEntryId } = this.#parts;
    const { call, asked, endpoint, provider } = cacheable;
    const lastPurge = shelf.lastPurge();
    return new AnswerRecorder({
      endpoint,
      streaming: asked.streaming,
      mostBytes: settings.maxEntryBytes,
      keep({ contentType, body, ending: { attempt } }) {
        const createdAt = clock.now();
        const price = attempt?.price;
        shelf.keep(
          {
            entryId: newEntryId(),
            ...{ fingerprint, exactDigest, scopeKey, provider, contentType, body, createdAt },
            ruleId: rule.id,
            sourceRequestId: call.requestId,
            model: attempt?.model ?? asked.model,
            priceNanos: typeof price === 'object' && price.state === 'priced' ? price.nanos : undefined,
            expiresAt: new Date(createdAt.getTime() + rule.ttlMs),
          },
          lastPurge,
        );
      },
    });
  }
}

const MODES = ['off', 'refresh', 'no-store'] as const;

/** What a caller asks of the cache; whatever is none of these is `none`. */
function modeOf({ 'x-tt-cache': said }: IncomingHttpHeaders): (typeof MODES)[number] | 'none' {
  return MODES.find((mode) => mode === said) ?? 'none';
}

function notesOf(
  outcome: 'hit' | 'would_hit',
  rule: CacheRule,
  { entryId, sourceRequestId, priceNanos }: CacheEntry,
  kind: CacheKind,
): Record<string, string> {
  return {
    cache: outcome,
    'cache.rule': rule.id,
    'cache.kind': kind,
    'cache.entry': entryId,
    'cache.source': sourceRequestId,
    ...(priceNanos !== undefined && { 'cache.saved_nanos': priceNanos }),
  };
}
