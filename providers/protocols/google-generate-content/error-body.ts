import type { ErrorBody, ErrorDetails } from '../shared/plain-error-body.ts';

/** The names of google.rpc.Code, by their HTTP status. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The name of google.rpc.Code for an HTTP status. */
export function toRpcName(status: number): string {
  return NAMES[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
}

/**
 * Writes an error as google.rpc.Status. Values without a member there go into its details, as google.rpc.ErrorInfo and
 * RetryInfo, whose values are texts.
 */
export const errorBody: ErrorBody = (error, requestId) => {
  const { status: code, message, retryAfterSeconds } = error;
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: (error.code ?? error.type).toUpperCase(),
    domain: 'truetally',
    metadata: metadataOf(error, requestId),
  };
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds ?? 0}s` };
  const details = retryAfterSeconds === undefined ? [info] : [info, retry];
  return JSON.stringify({ error: { code, message, status: toRpcName(code), details } });
};

function metadataOf({ type, param, refusedBy }: ErrorDetails, requestId: string): Record<string, string> {
  const limit = Object.entries(refusedBy ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[`limit_${name}`, String(value)] as const],
  );
  return {
    type,
    request_id: requestId,
    ...(param !== undefined && { param }),
    ...Object.fromEntries(limit),
  };
}
