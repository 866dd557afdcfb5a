import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { CacheKind } from '../../domain/gateway/cache/cache-block.ts';
import type { CalledEndpoint } from '../../domain/gateway/endpoints.ts';
import { isObject } from '../../providers/wires/json-parts.ts';
import type { AnswerHeader } from '../headers/answer-headers.ts';
import { normalizeBody } from './normalize-body.ts';
import { splitWords } from './semantic/split-words.ts';

/** Everything that an answer may depend on. */
export interface FingerprintedCall {
  readonly scopeKey: string;
  readonly ruleId: string;
  readonly kind: CacheKind;
  readonly provider: string;
  readonly endpoint: CalledEndpoint;
  /** Path and query at the provider. */
  readonly path: string;
  /** Those that its answer may depend on, of all that go to the provider. */
  readonly headers: readonly AnswerHeader[];
  /** As it came, and as it was read. */
  readonly bytes: Buffer;
  readonly body: Readonly<Record<string, unknown>>;
  /** By what requests are compared, where the kind is `semantic`. */
  readonly embedderId: string;
}

/** What a request may have in common with one that is alike. */
export interface SpokenWords {
  /** Equal for two calls exactly where they differ in their last words alone, by the kind `normalized`. */
  readonly partition: Buffer;
  readonly words: string;
}

export interface Fingerprint {
  /** Equal for two calls exactly where the one may be given the answer of the other, by the kind of their rule. */
  readonly fingerprint: Buffer;
  /** Equal for two calls exactly where they are the same. */
  readonly exactDigest: Buffer;
  /** Undefined where it has no words that may be others, or its rule is of another kind. */
  readonly spoken: SpokenWords | undefined;
}

/** Members that tell a provider who asks, and that no answer holds. Responses repeat theirs in the answer, so that they count there. */
const UNREAD: Readonly<Record<CalledEndpoint, readonly string[]>> = {
  messages: ['metadata'],
  chat_completions: ['user', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention'],
  responses: [],
  embeddings: ['user'],
};

/** What is hashed has another form with another number. */
const FORM = 2;

/**
 * What a call is known by. Undefined where two calls could read the same that are not: bytes that are no UTF-8, numbers that
 * JavaScript does not tell apart, and bodies too deep to be written.
 */
export function fingerprintOf(call: FingerprintedCall): Fingerprint | undefined {
  const { scopeKey, ruleId, kind, provider, endpoint, path, headers, bytes } = call;
  if (!isUtf8(bytes)) return undefined;
  const body = withoutUnread(endpoint, call.body);
  const about = JSON.stringify([FORM, scopeKey, ruleId, kind, provider, endpoint, path, headers]);
  try {
    if (!isTellable(body)) return undefined;
    const exactDigest = digestOf(about, body);
    if (kind === 'exact') return { fingerprint: exactDigest, exactDigest, spoken: undefined };
    const spoken = kind === 'semantic' ? spokenWords(`${call.embedderId} ${about}`, endpoint, body) : undefined;
    return { fingerprint: digestOf(about, normalizeBody(endpoint, body)), exactDigest, spoken };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function spokenWords(
  about: string,
  endpoint: CalledEndpoint,
  body: Readonly<Record<string, unknown>>,
): SpokenWords | undefined {
  const split = splitWords(endpoint, body);
  return split && { partition: digestOf(about, normalizeBody(endpoint, split.rest)), words: split.words };
}

/** JSON holds no line break outside of its texts, so that the two parts never run into each other. */
function digestOf(about: string, body: unknown): Buffer {
  return createHash('sha256').update(`${about}\n`).update(JSON.stringify(body)).digest();
}

function withoutUnread(
  endpoint: CalledEndpoint,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const unread = UNREAD[endpoint];
  if (!unread.some((name) => Object.hasOwn(body, name))) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unread.includes(name)));
}

/** Whether every number of a document is the only one that reads so. */
function isTellable(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (Array.isArray(value)) return value.every(isTellable);
  return !isObject(value) || Object.values(value).every(isTellable);
}
