import type { CallFault } from '../../domain/models/model-call.ts';
import { isJsonObject, parseJson } from '../json-parts.ts';
import type { HttpExchange } from './http-exchange.ts';
import type { CallOutcome } from './model-caller.ts';

/** The maximum wait, longer than any provider asks for. */
const MAX_WAIT_MS = 86_400_000;

/** The form of a code. It excludes sentences, which may repeat the request. */
const PROVIDER_CODE = /^[a-z0-9_.-]{1,64}$/i;

const FAULT_OF_STATUS: Readonly<Record<number, CallFault>> = {
  401: 'key_refused',
  403: 'key_refused',
  404: 'not_found',
  429: 'rate_limited',
  529: 'overloaded',
};

/** The reason why we aborted the call, if we did. */
export type AbortReason = 'cancelled' | 'timed_out' | undefined;

/** The outcome of a call without a complete answer of status 2xx. */
export function toFailedCall(exchange: HttpExchange, brokenOff: AbortReason, now: Date): CallOutcome {
  const { status } = exchange;
  const providerRequestId = readRequestId(exchange);
  if (status === undefined) {
    if (!exchange.maybeSent) return { kind: 'never_sent', fault: brokenOff ?? 'connection_failed', providerRequestId };
    return { kind: 'effect_unknown', fault: brokenOff ?? 'connection_lost', providerRequestId };
  }
  const providerCode = providerCodeOf(exchange.body);
  const seen = { status, providerRequestId, ...(providerCode !== undefined && { providerCode }) };
  if (isRefusal(status)) {
    const retryAfterMs = readRetryAfter(exchange, now);
    const fault = refusalFault(status, providerCode);
    return { kind: 'refused', fault, ...seen, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  return { kind: 'effect_unknown', fault: unknownFault(exchange, brokenOff), ...seen };
}

/** The provider's id of the request. Two protocols have it in one header, the third in another. */
export function readRequestId(exchange: HttpExchange): string | undefined {
  const id = exchange.header('request-id') ?? exchange.header('x-request-id');
  return id !== undefined && PROVIDER_CODE.test(id) ? id : undefined;
}

/**
 * True for a status that means that the provider did no work. A 408 is uncertain, because a proxy of the provider may
 * send it on a time-out. 529 is a rejection by Anthropic; any other 5xx may follow work that was done.
 */
function isRefusal(status: number): boolean {
  return (status >= 300 && status < 500 && status !== 408) || status === 529;
}

function refusalFault(status: number, providerCode: string | undefined): CallFault {
  if (status < 400) return 'redirected';
  if (providerCode === 'insufficient_quota') return 'quota_exhausted';
  return FAULT_OF_STATUS[status] ?? 'request_refused';
}

function unknownFault({ body, status, tooLarge }: HttpExchange, brokenOff: AbortReason): CallFault {
  if (brokenOff !== undefined) return brokenOff;
  if (tooLarge) return 'answer_too_large';
  if (status !== undefined && status >= 400) return 'provider_failed';
  return body === undefined ? 'connection_lost' : 'answer_unreadable';
}

/**
 * The most specific code of the error, usually `error.code`. Google's code is a number, so `error.status` is read
 * instead.
 */
function providerCodeOf(body: string | undefined): string | undefined {
  const document = body === undefined ? undefined : parseJson(body);
  const error = isJsonObject(document) ? document['error'] : undefined;
  const words = isJsonObject(error) ? [error['code'], error['type'], error['status']] : [];
  return words.find((word): word is string => typeof word === 'string' && PROVIDER_CODE.test(word));
}

/** Milliseconds from now that the provider asks to wait, from `retry-after-ms` or either form of `retry-after`. */
export function readRetryAfter(exchange: Pick<HttpExchange, 'header'>, now: Date): number | undefined {
  const text = exchange.header('retry-after') ?? '';
  const waits = [
    Number.parseFloat(exchange.header('retry-after-ms') ?? ''),
    /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) * 1_000 : Number.NaN,
    Date.parse(text) - now.getTime(),
  ];
  const wait = waits.find((ms) => Number.isFinite(ms));
  return wait === undefined ? undefined : Math.min(MAX_WAIT_MS, Math.max(0, Math.ceil(wait)));
}
