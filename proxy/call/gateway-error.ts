import type { RefusingLimit } from '../../contracts/ingest/events/refusing-limit.ts';
import {
  GOVERNANCE_REFUSAL_STATUSES,
  type GovernanceRefusalType,
} from '../../domain/gateway/governance/governance-refusals.ts';
import type { RequestFault } from '../../providers/protocols/shared/request-fault.ts';
import type { ErrorDetails } from '../../providers/protocols/shared/plain-error-body.ts';

/** Every error type that describes the gateway and not a request; refusals by governance first. */
export const ERROR_TYPES: readonly string[] = [
  ...Object.keys(GOVERNANCE_REFUSAL_STATUSES),
  'log_unavailable',
  'overloaded_error',
];

/** An error with which the gateway answers in place of a provider. */
export interface GatewayError extends ErrorDetails {
  readonly isRefusal?: true;
  /** The limit that refuses the request, for its row; absent if no limit does. */
  readonly refusingLimit?: RefusingLimit;
  /** True if it is reported as an error of the provider and not as a refusal of the gateway. */
  readonly isByProvider?: true;
  /** Further headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection after the error: nothing more on it is read. */
  readonly closes?: true;
}

/** A refusal by governance. */
export function governanceRefusal<Type extends GovernanceRefusalType>(
  type: Type,
  message: string,
): GatewayError & { readonly type: Type } {
  const status = GOVERNANCE_REFUSAL_STATUSES[type];
  return { status, type, message, isRefusal: true, ...(status === 503 && { retryAfterSeconds: 10 }) };
}

const SEND_KEY = 'Send a gateway key (`ttk_…`) as `Authorization: Bearer <key>`, `x-api-key` or `x-goog-api-key`.';

/** The refusal of every invalid key, in one sentence, so that nobody learns which keys exist. */
export const INVALID_KEY = governanceRefusal(
  'invalid_key',
  `This API key is not valid for this gateway. Check whether it has a typo, has expired or was revoked. ${SEND_KEY}`,
);

export const MISSING_KEY = governanceRefusal('invalid_key', `The request has no key. ${SEND_KEY}`);

/** The refusal of a key whose prefix shows that it is for something else. @param what the kind of key, as a sentence */
export function wrongKeyKindError(what: string): GatewayError {
  return governanceRefusal('invalid_key', `This API key is not valid for this gateway. ${what} ${SEND_KEY}`);
}

export const KEYS_UNAVAILABLE = governanceRefusal(
  'enforcement_unavailable',
  'The gateway cannot read its list of keys at the moment. Try again in a few seconds.',
);

export const LOG_UNAVAILABLE: GatewayError = {
  status: 503,
  type: 'log_unavailable',
  message:
    'The gateway cannot write its log at the moment, and it serves no call without a log entry. Try again in a few seconds.',
  retryAfterSeconds: 10,
};

export const GATEWAY_STOPPING: GatewayError = {
  status: 503,
  type: 'overloaded_error',
  message: 'This gateway process is stopping. Send the request again.',
  retryAfterSeconds: 1,
  closes: true,
};

/** The refusal of a body for which no memory is left, in total or in the share of its key or organization. */
export const BODY_MEMORY_EXHAUSTED: GatewayError = {
  status: 503,
  type: 'overloaded_error',
  message:
    'This gateway process has no memory left for request bodies, in total or for this key or organization. Try again when fewer requests are in flight.',
  retryAfterSeconds: 1,
};

/** The refusal of a body that is larger than the maximum. */
export function bodyTooLargeError(maxBytes: number): GatewayError {
  return badRequest(`The body is larger than ${maxBytes} bytes. Send a smaller body.`, 413);
}

export function badRequest(message: string, status = 400): GatewayError {
  return { status, type: 'invalid_request_error', message };
}

/** The refusal of a request that its protocol does not serve. */
export function unservedRequestError({ message, code, param }: RequestFault): GatewayError {
  return { ...badRequest(message), code, ...(param !== undefined && { param }) };
}

export function notFoundError(message: string): GatewayError {
  return { status: 404, type: 'not_found_error', message };
}

export function outOfScopeError(what: string, name: string): GatewayError {
  return governanceRefusal(
    'scope_violation',
    `The scopes of this key do not include the ${what} ${name}. Use another key, or ask the operator of the gateway.`,
  );
}
