import type { CreationOptions } from '../call-options.ts';
import { TruetallyConnectionError, TruetallyError, TruetallyProblemError } from '../errors.ts';
import { type Documents, OPERATIONS, type OperationName, type PathIds } from '../operations.ts';
import type { Answer, Creation } from './answer.ts';
import { type Deadline, startDeadline, waitFor } from './deadline.ts';
import { type Connection, httpRequest, type HttpRequest, type RequestParts } from './http-request.ts';
import { readEnvelope, requireMediaType, requireSuccess } from './read-envelope.ts';

/** That part of the platform's `fetch` which the client uses. */
export type Fetch = (url: string, init: HttpRequest['init'] & { signal: AbortSignal }) => Promise<Response>;

export interface TransportSettings {
  readonly connection: Connection;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  /** Undefined where nothing was said. */
  readonly maxRetries: number | undefined;
}

export interface OperationInput<Name extends OperationName> extends Pick<RequestParts, 'query' | 'body'> {
  readonly ids: PathIds<Name>;
  readonly options?: CreationOptions | undefined;
  /** Repetitions of this call where nothing was said; none when absent. */
  readonly usualRetries?: number;
}

/** An answer that is bytes. Reading them is part of the call: each piece has the call's time to arrive. */
export interface StreamedAnswer {
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The operations that make something. */
type CreationName = {
  [Name in keyof Documents]: (typeof OPERATIONS)[Name]['success'] extends 201 | 202 ? Name : never;
}[keyof Documents];

/** Sends requests and reads their answers; every failure is one of `errors.ts`. */
export interface Transport {
  ask<Name extends keyof Documents>(name: Name, input: OperationInput<Name>): Promise<Answer<Documents[Name]>>;
  create<Name extends CreationName>(name: Name, input: OperationInput<Name>): Promise<Creation<Documents[Name]>>;
  stream<Name extends OperationName>(
    name: Name,
    mediaType: string,
    input: OperationInput<Name>,
  ): Promise<StreamedAnswer>;
}

/** The first repetition waits so long, each later one twice as long as the one before, up to 16 times. */
const FIRST_PAUSE_MS = 250;

export function createTransport(settings: TransportSettings): Transport {
  const send = <Result>(
    name: OperationName,
    input: Pick<RequestParts, 'ids' | 'query' | 'body'> & {
      readonly options?: CreationOptions | undefined;
      readonly usualRetries?: number;
    },
    accept: string,
    read: (response: Response, deadline: Deadline) => Promise<Result>,
  ): Promise<Result> => {
    const { options = {}, usualRetries = 0, ...parts } = input;
    const { idempotencyKey } = options;
    const { url, init } = httpRequest(settings.connection, name, { ...parts, accept, idempotencyKey });
    const deadline = startDeadline(options.timeoutMs ?? settings.timeoutMs, options.signal);
    const attempt = async (): Promise<Result> => {
      try {
        deadline.signal.throwIfAborted();
        const response = await settings.fetch(url, { ...init, signal: deadline.signal });
        await requireSuccess(response, OPERATIONS[name]);
        return await read(response, deadline);
      } catch (error) {
        throw failureOf(error, deadline);
      }
    };
    const repetitions = mayRepeat(name, idempotencyKey) ? (settings.maxRetries ?? usualRetries) : 0;
    return repeatedly(attempt, repetitions, deadline);
  };
  return {
    ask: (name, input) =>
      send(name, input, 'application/json', async (response, deadline) => {
        const answer = await readEnvelope(response, OPERATIONS[name]);
        deadline.end();
        return answer as Answer<Documents[typeof name]>;
      }),
    create: (name, input) =>
      send(name, input, 'application/json', async (response, deadline) => {
        const answer = await readEnvelope(response, OPERATIONS[name]);
        deadline.end();
        const { headers } = response;
        const location = headers.get('location') ?? '';
        const replayed = headers.get('idempotent-replayed') === 'true';
        return { ...(answer as Answer<Documents[typeof name]>), location, replayed };
      }),
    stream: (name, mediaType, input) =>
      send(name, input, mediaType, async (response, deadline) => {
        await requireMediaType(response, mediaType);
        deadline.pause();
        return { headers: response.headers, body: piecesOf(response, deadline) };
      }),
  };
}

/** Tries until it succeeds, fails for good, or has used up its repetitions. A failure ends the deadline. */
async function repeatedly<Result>(
  attempt: () => Promise<Result>,
  repetitions: number,
  deadline: Deadline,
): Promise<Result> {
  try {
    for (let tried = 0; ; tried += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (tried >= repetitions || !isPassing(error)) throw error;
        const askedMs = error instanceof TruetallyProblemError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
        // Waiting in vain would end as a time-out, which says less than the refusal.
        if (!deadline.allows(askedMs)) throw error;
        await waitFor(Math.max(askedMs, FIRST_PAUSE_MS * 2 ** Math.min(tried, 4)), deadline.signal);
      }
    }
  } catch (error) {
    deadline.end();
    throw error;
  }
}

function mayRepeat(name: OperationName, idempotencyKey: string | undefined): boolean {
  const { repeatable } = OPERATIONS[name];
  return repeatable === 'always' || (repeatable === 'with-key' && idempotencyKey !== undefined);
}

/** What another try may mend: no answer came, or the service asks to be tried again. */
function isPassing(error: unknown): boolean {
  if (error instanceof TruetallyConnectionError) return true;
  if (!(error instanceof TruetallyProblemError)) return false;
  return (error.status === 503 || error.status === 429) && error.nextAction === 'retry';
}

/** The pieces of a body. Whoever stops before its end closes the connection. */
async function* piecesOf({ body }: Response, deadline: Deadline): AsyncGenerator<Uint8Array, void> {
  if (body === null) return;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      deadline.restart();
      const { done, value } = await reader.read();
      deadline.pause();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw failureOf(error, deadline);
  } finally {
    deadline.end();
    await reader.cancel().catch(() => undefined);
  }
}

/** Whatever `fetch` and bodies reject with is a broken connection, unless the deadline ended the call. */
function failureOf(error: unknown, { signal }: Deadline): Error {
  if (signal.aborted) return signal.reason as Error;
  if (error instanceof TruetallyError) return error;
  return new TruetallyConnectionError('The connection to the service failed before its whole answer was here.', {
    cause: error,
  });
}
