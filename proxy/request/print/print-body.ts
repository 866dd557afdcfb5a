import { createHash } from 'node:crypto';
import type { CacheKind } from '../../../domain/gateway/cache/cache-block.ts';
import { isObject } from '../../../providers/json-parts.ts';
import type { Protocol } from '../../../providers/protocols/shared/protocol.ts';
import { normalizeBody } from './normalize-body.ts';
import { splitUserText } from './split-user-text.ts';

type Body = Readonly<Record<string, unknown>>;

/** The fingerprint of a body, without its model, which may be another one in the end. */
export interface BodyPrint {
  readonly exact: Uint8Array;
  /** The fingerprint of the kind `normalized`; undefined if no rule asks for it. */
  readonly normalized: Uint8Array | undefined;
  /** Undefined where no rule asks for it, or it has no words that may be others. */
  readonly spoken: { readonly rest: Uint8Array; readonly words: string } | undefined;
}

/**
 * The fingerprint of a body, as far as a rule of a kind asks for it. Undefined if two different bodies could have the
 * same: with numbers that JavaScript cannot distinguish.
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

/** The place of the model stays, so that the order of members does. */
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
  return !isObject(value) || Object.values(value).every(isTellable);
}
