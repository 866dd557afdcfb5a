import fastifyPlugin from 'fastify-plugin';
import { Refusal } from '../../domain/errors.ts';

/** No body may be longer; 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads bodies as JSON, and nothing else. An empty body is no body. A text that holds NUL or half a surrogate pair is
 * refused here, once: JSON can write both, Postgres can store neither.
 */
export const jsonBody = fastifyPlugin(
  (app, _options, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, text, next) => {
        try {
          next(null, parse(text.toString()));
        } catch (error) {
          next(error instanceof Error ? error : new Error(String(error)));
        }
      },
    );
    // A request for an operation that takes no body may carry none at all.
    app.addHook('preValidation', (request, _reply, next) => {
      if (request.method !== 'GET') request.body ??= {};
      next();
    });
    done();
  },
  { name: 'json-body', dependencies: ['problem-handler'] },
);

function parse(text: string): unknown {
  if (text === '') return undefined;
  const body = parseJson(text);
  if (hasUnstorableText(body)) {
    throw new Refusal('validation_failed', 'The body holds a text with NUL or with half of a surrogate pair.');
  }
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('validation_failed', 'The body is not valid JSON.', {
      faults: [{ pointer: '', detail: 'is not valid JSON' }],
    });
  }
}

const UNSTORABLE = /\0|\p{Surrogate}/u;

function hasUnstorableText(body: unknown): boolean {
  const rest: unknown[] = [body];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value === 'string' && UNSTORABLE.test(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.keys(value).some((key) => UNSTORABLE.test(key))) return true;
    rest.push(...(Object.values(value) as unknown[]));
  }
  return false;
}
