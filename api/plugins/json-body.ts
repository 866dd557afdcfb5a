import fastifyPlugin from 'fastify-plugin';
import { Refusal } from '../../domain/errors.ts';

/** No body may be longer; 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads bodies as JSON, and nothing else. An empty body is no body. Two things that JSON can write are refused here, once:
 * a text with NUL or half a surrogate pair, which Postgres cannot store, and a document without a sensible depth.
 */
export const jsonBody = fastifyPlugin(
  (app, _options, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' as const, bodyLimit: MAX_BODY_BYTES },
      (_request, bytes: Buffer, next) => {
        try {
          next(null, parse(bytes));
        } catch (error) {
          next(error instanceof Error ? error : new Error(String(error)));
        }
      },
    );
    // A request for an operation that takes no body may carry none at all.
    app.addHook('preValidation', (request, _reply, next) => {
      if (request.method !== 'GET' && request.body === undefined) request.body = {};
      refuseUnstorable(Object.entries(request.query as Record<string, unknown>).flat(2));
      next();
    });
    done();
  },
  { name: 'json-body', dependencies: ['problem-handler'] },
);

/** Bytes that are no UTF-8 would otherwise become U+FFFD in silence; a byte order mark is no JSON (RFC 8259). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const body = parseJson(bytes);
  refuseUnfit(body);
  return body;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal('validation_failed', 'The body is not valid JSON in UTF-8.', {
      faults: [{ pointer: '', detail: 'is not valid JSON in UTF-8' }],
    });
  }
}

/** Far more than any document has; what walks a document by recursion stays within its stack. */
const MAX_DEPTH = 32;

const UNSTORABLE = /\0|\p{Surrogate}/u;

/** @throws Refusal `validation_failed` for a body that no part of the house could keep or walk through */
function refuseUnfit(body: unknown): void {
  const rest: { readonly value: unknown; readonly depth: number }[] = [{ value: body, depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, depth } = next;
    if (depth > MAX_DEPTH)
      throw new Refusal('validation_failed', `The body is nested deeper than ${MAX_DEPTH} levels.`);
    refuseUnstorable(typeof value === 'string' ? [value] : isNested(value) ? Object.keys(value) : []);
    if (!isNested(value)) continue;
    // One by one: a list may hold more members than a call may have arguments.
    for (const inner of Object.values(value) as unknown[]) rest.push({ value: inner, depth: depth + 1 });
  }
}

/** @throws Refusal `validation_failed` for a text that no part of the house could keep */
function refuseUnstorable(texts: readonly unknown[]): void {
  if (texts.some((text) => UNSTORABLE.test(String(text)))) {
    throw new Refusal('validation_failed', 'The request holds a text with NUL or with half of a surrogate pair.');
  }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
