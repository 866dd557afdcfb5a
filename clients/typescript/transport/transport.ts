import type { CreationOptions } from '../call-options.ts';
import { TruetallyConnectionError, TruetallyError, TruetallyProblemError } from '../errors.ts';
import type { Answer, Creation } from './answer.ts';
import { type Deadline, requireTimeout, startDeadline, waitFor } from './deadline.ts';
import { type LaneConnection, httpRequest, type HttpRequest, type RequestParts } from './http-request.ts';
import type { LaneRules, OperationRow, OperationRows, PathIds, ProblemRules } from './lane-rules.ts';
import { requireMediaType } from './require-media-type.ts';
import { requireSuccess } from './require-success.ts';

/** The part of the platform's `fetch` that the client uses. */
export type Fetch = (url: string, init: HttpRequest['init'] & { signal: AbortSignal }) => Promise<Response>;

/** The options of every client, for all lanes. */
export interface TransportOptions {
  /** The time limit of one call in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * The maximum number of retries of one call if no answer arrived or the service asks for a retry. Default: 0, and 8
   * for traffic. The client retries only safe calls: reads, creations under an idempotency key, and events that count
   * once. The client waits for a `Retry-After` if the call's time allows it.
   */
  readonly maxRetries?: number | undefined;
  /** The function that sends requests. Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** Long enough for the most expensive question that the service permits. */
const DEFAULT_TIMEOUT_MS = 30_000;

export interface OperationInput<Row extends OperationRow> extends Pick<RequestParts, 'query' | 'body'> {
  readonly ids: PathIds<Row>;
  readonly options?: CreationOptions | undefined;
  /** The number of retries of this call if the client sets none. Default: 0. */
  readonly usualRetries?: number;
}

/** An answer that consists of bytes. Reading them is part of the call: the time-out applies to each piece. */
export interface StreamedAnswer {
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The operations that answer documents. */
type DocumentName<Rows, Documents> = keyof Rows & keyof Documents;

/** The operations that create a resource. */
type CreationName<Rows extends OperationRows<Rows>, Documents> = {
  [Name in DocumentName<Rows, Documents>]: Rows[Name]['success'] extends 201 | 202 ? Name : never;
}[DocumentName<Rows, Documents>];

/** The transport of a lane, which sends requests and reads their answers. Every failure is an error of `errors.ts`. */
export interface Transport<Rows extends OperationRows<Rows>, Documents> {
  ask<Name extends DocumentName<Rows, Documents>>(
    name: Name,
    input: OperationInput<Rows[Name]>,
  ): Promise<Answer<Documents[Name]>>;
  create<Name extends CreationName<Rows, Documents>>(
    name: Name,
    input: OperationInput<Rows[Name]>,
  ): Promise<Creation<Documents[Name]>>;
  stream<Name extends keyof Rows>(
    name: Name,
    mediaType: string,
    input: OperationInput<Rows[Name]>,
  ): Promise<StreamedAnswer>;
}

/** The first repetition waits so long, each later one twice as long as the one before, up to 16 times. */
const FIRST_PAUSE_MS = 250;

/**
 * Speaks to a lane of the service.
 *
 * @throws TypeError when an option cannot be used
 */
export function createTransport<Rows extends OperationRows<Rows>, Documents>(
  lane: LaneRules<Rows>,
  connection: LaneConnection,
  settings: TransportOptions,
): Transport<Rows, Documents> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxRetries } = settings;
  const fetchOne: Fetch = settings.fetch ?? ((url, init) => fetch(url, init));
  requireTimeout(timeoutMs);
  if (maxRetries !== undefined && (!Number.isInteger(maxRetries) || maxRetries < 0)) {
    throw new TypeError('maxRetries must be a whole number.');
  }
  const send = <Name extends keyof Rows, Result>(
    name: Name,
    input: OperationInput<Rows[Name]>,
    accept: string,
    read: (response: Response, deadline: Deadline) => Promise<Result>,
  ): Promise<Result> => {
    const row = lane.operations[name];
    const { options = {}, usualRetries = 0, ...parts } = input;
    const { idempotencyKey } = options;
    const { url, init } = httpRequest(connection, row, { ...parts, accept, idempotencyKey });
    const deadline = startDeadline(options.timeoutMs ?? timeoutMs, options.signal);
    const attempt = async (): Promise<Result> => {
      try {
        deadline.signal.throwIfAborted();
        const headers = { ...lane.headers, ...init.headers };
        const response = await fetchOne(url, { ...init, headers, signal: deadline.signal });
        await lane.requireContract?.(response, name);
        await requireSuccess(response, row, lane);
        return await read(response, deadline);
      } catch (error) {
        throw failureOf(error, deadline);
      }
    };
    const repetitions = mayRepeat(row, idempotencyKey) ? (maxRetries ?? usualRetries) : 0;
    return repeatedly(attempt, { repetitions, isPassing: (error) => isPassing(error, lane) }, deadline);
  };
  return {
    ask: (name, input) =>
      send(name, input, 'application/json', async (response, deadline) => {
        const answer = await lane.readAnswer(response, lane.operations[name]);
        deadline.end();
        return answer as Answer<Documents[typeof name]>;
      }),
    create: (name, input) =>
      send(name, input, 'application/json', async (response, deadline) => {
        const answer = await lane.readAnswer(response, lane.operations[name]);
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

/** Attempts a call until it succeeds, fails permanently, or has used up its retries. A failure ends the deadline. */
async function repeatedly<Result>(
  attempt: () => Promise<Result>,
  { repetitions, isPassing }: { repetitions: number; isPassing: (error: unknown) => boolean },
  deadline: Deadline,
): Promise<Result> {
  try {
    for (let tried = 0; ; tried += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (tried >= repetitions || !isPassing(error)) throw error;
        const askedMs = error instanceof TruetallyProblemError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
        // Waiting past the deadline would end as a time-out, which says less than the refusal.
        if (!deadline.allows(askedMs)) throw error;
        await waitFor(Math.max(askedMs, FIRST_PAUSE_MS * 2 ** Math.min(tried, 4)), deadline.signal);
      }
    }
  } catch (error) {
    deadline.end();
    throw error;
  }
}

function mayRepeat({ repeatable }: OperationRow, idempotencyKey: string | undefined): boolean {
  return repeatable === 'always' || (repeatable === 'with-key' && idempotencyKey !== undefined);
}

/** True if a retry may succeed: no answer arrived, or the service asks for a retry. */
function isPassing(error: unknown, lane: ProblemRules): boolean {
  if (error instanceof TruetallyConnectionError) return true;
  return error instanceof TruetallyProblemError && lane.isPassing(error);
}

/** The pieces of a body. A consumer that stops before its end closes the connection. */
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

/** The error for a rejection of `fetch` or of a body: a broken connection, unless the deadline ended the call. */
function failureOf(error: unknown, { signal }: Deadline): Error {
  if (signal.aborted) return signal.reason as Error;
  if (error instanceof TruetallyError) return error;
  return new TruetallyConnectionError('The connection to the service failed before the answer was complete.', {
    cause: error,
  });
}
