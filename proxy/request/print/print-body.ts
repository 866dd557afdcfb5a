import { createHash } from 'node:crypto';
import type { CacheKind } from '../../../domain/gateway/cache/cache-block.ts';
import { isJsonObject } from '../../../providers/json-parts.ts';
import type { Protocol } from '../../../providers/protocols/shared/protocol.ts';
import { normalizeBody } from './normalize-body.ts';
import { splitUserText } from './split-user-text.ts';

type Body = Readonly<Record<string, unknown>>;

/** The digests of a body without its model, which routing may replace. */
export interface BodyPrint {
  readonly exact: Uint8Array;
  /** The digest for the kind `normalized`; undefined if no rule uses it. */
  readonly normalized: Uint8Array | undefined;
  /** Undefined if no rule uses it, or the body has no words that may differ. */
  readonly spoken: { readonly rest: Uint8Array; readonly words: string } | undefined;
}

/**
 * The digests of a body that a rule of a kind needs. Undefined if two different bodies could have the same digest,
 * because JavaScript cannot distinguish their numbers.
 */
export function printBody(protocol: Protocol, whole: Body, kind: CacheKind): BodyPrint | undefined {
  const body = withoutUnread(protocol, whole);
  if (!isTellable(body)) return undefined;
  const exact = digestOf(body);
  if (kind === 'exact') return { exact, normalized: undefined, spoken: undefined };
  const split = kind === 'semantic' ? splitUserText(protocol, body) : undefined;
  return {
    exact,
    normalized: digestOf(normalizeBody(protocol, body)),
    spoken: split && { rest: digestOf(normalizeBody(protocol, split.rest)), words: split.words },
  };
}

function digestOf(body: unknown): Uint8Array {
  return createHash('sha256').update(JSON.stringify(body)).digest();
}

/**
 * The body without the members that the protocol does not read. The model is replaced in its position, so that the
 * order of members stays.
 */
function withoutUnread({ unreadMembers: unread }: Protocol, body: Body): Body {
  const read = unread.some((name) => Object.hasOwn(body, name))
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !unread.includes(name)))
    : body;
  return { ...read, model: null };
}

/** True if every number of a document is the only one with its value in JavaScript. */
function isTellable(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (Array.isArray(value)) return value.every(isTellable);
  return !isJsonObject(value) || Object.values(value).every(isTellable);
}
