import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFault } from '../output/command-fault.ts';
import type { Exit } from '../output/exit-codes.ts';
import type { Context } from '../tree/context.ts';
import { KEYS } from '../settings/setting-names.ts';

/** A request to the service. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: URL;
  /** The key; undefined for an operation without one. */
  readonly key: string | undefined;
  /** The variable that stands for the key in `--debug`. Default: that of the management key. */
  readonly keyVariable?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** True if the body has a password, which `--debug` never shows. */
  readonly hasSecretBody?: boolean;
  readonly idempotencyKey?: string;
  readonly accept?: string;
  /** True if a retry has no further effect. */
  readonly isRepeatable: boolean;
  readonly timeoutMs?: number;
}

/** A successful answer. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly response: Response;
}

const TIMEOUT_MS = 30_000;
const RETRIES = 3;
const FIRST_PAUSE_MS = 250;
/** The maximum `Retry-After` that a command waits for. */
const MAX_PAUSE_MS = 60_000;

/**
 * Sends a request, and returns an answer with a success status. Safe requests are retried if no answer arrived or the
 * service asks for a retry.
 *
 * @throws CommandFault for every other end
 */
export async function sendRequest(context: Context, request: ServiceRequest): Promise<ServiceAnswer> {
  for (let tried = 0; ; tried += 1) {
    const outcome = await attempt(context, request);
    if ('answer' in outcome) return outcome.answer;
    const { fault, retryAfterMs } = outcome;
    const isLast = tried >= RETRIES || !request.isRepeatable || retryAfterMs === undefined;
    if (isLast || retryAfterMs > MAX_PAUSE_MS) throw fault;
    const pauseMs = Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** tried);
    context.debug(`retry in ${pauseMs} ms: ${fault.message}`);
    context.progress.show(`waiting ${Math.ceil(pauseMs / 1_000)} s before a retry`);
    await sleep(pauseMs, undefined, { signal: context.signal });
    context.progress.end();
  }
}

/** An answer, or a fault with the pause before a retry; no pause if a retry cannot help. */
type Outcome = { answer: ServiceAnswer } | { fault: CommandFault; retryAfterMs?: number };

async function attempt(context: Context, request: ServiceRequest): Promise<Outcome> {
  const { method, url, key, body, idempotencyKey, accept = 'application/json', timeoutMs = TIMEOUT_MS } = request;
  context.debug(curlLine(request));
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        accept,
        ...request.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      // The key is only for this address, and must not follow a redirect.
      redirect: 'manual',
      signal: AbortSignal.any([timeout, context.signal]),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    context.debug(`answer ${response.status}`);
    if (response.ok) return { answer: { status: response.status, headers: response.headers, response } };
    return await problemOf(response, url);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return { fault: connectionFault(url, error, timeout.aborted ? timeoutMs : undefined), retryAfterMs: 0 };
  }
}

function connectionFault(url: URL, error: unknown, timedOutMs: number | undefined): CommandFault {
  const code = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message;
  const why =
    timedOutMs === undefined ? `the connection failed (${code})` : `there was no answer within ${timedOutMs} ms`;
  return new CommandFault('unavailable', `${url.origin} did not answer.`, {
    why,
    next: 'check that the service runs: tt doctor, or tt config show --origin for the address in use',
    cause: error,
  });
}

const EXIT_OF_STATUS: Readonly<Record<number, Exit>> = {
  400: 'usage',
  401: 'refused',
  403: 'refused',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  412: 'conflict',
  413: 'usage',
  415: 'usage',
  422: 'refused',
  429: 'unavailable',
  503: 'unavailable',
};

async function problemOf(response: Response, url: URL): Promise<Outcome> {
  const { status, headers } = response;
  if (!(headers.get('content-type') ?? '').startsWith('application/problem+json')) {
    await response.body?.cancel();
    return { fault: foreignAnswer(status, url) };
  }
  const fault = faultOf(status, (await response.json()) as Problem);
  return status === 429 || status === 503 ? { fault, retryAfterMs: retryAfterMs(response) } : { fault };
}

/** The members of a problem document that commands show. */
interface Problem {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly next_action?: string;
  readonly request_id?: string;
  readonly errors?: readonly { pointer?: string; detail?: string }[];
}

function faultOf(status: number, problem: Problem): CommandFault {
  const { code, title, detail, next_action: next, request_id: requestId } = problem;
  const why = faultLines(problem.errors);
  return new CommandFault(EXIT_OF_STATUS[status] ?? 'fault', detail ?? title ?? `The service answered ${status}.`, {
    code: code ?? `status_${status}`,
    ...(why !== undefined && { why }),
    ...(next !== undefined && next !== 'none' && { next: next.replaceAll('_', ' ') }),
    ...(requestId !== undefined && { requestId }),
  });
}

function foreignAnswer(status: number, url: URL): CommandFault {
  return new CommandFault('fault', `${url.origin} answered ${status} without a problem document.`, {
    why: 'another program or a proxy answers at this address',
    next: 'check the address: tt config show --origin',
  });
}

function faultLines(errors: Problem['errors'] = []): string | undefined {
  if (errors.length === 0) return undefined;
  return errors.map(({ pointer = '', detail = '' }) => `${pointer}: ${detail}`).join('; ');
}

/** The milliseconds of `Retry-After` in seconds. A date, which only a proxy sends, is ignored. */
function retryAfterMs({ headers }: Response): number {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : 0;
}

/** The request as a command to paste. The key is a variable, never its value. */
function curlLine({
  method,
  url,
  key,
  keyVariable = KEYS.management.variable,
  body,
  hasSecretBody = false,
}: ServiceRequest): string {
  const authorization = key === undefined ? '' : ` -H "Authorization: Bearer $${keyVariable}"`;
  const shown = hasSecretBody ? '@-' : `'${JSON.stringify(body ?? {}).replaceAll("'", "'\\''")}'`;
  const data = body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${shown}`;
  return `curl -X ${method} '${url.href}'${authorization}${data}`;
}
