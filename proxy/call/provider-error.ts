import type { GatewayError } from './gateway-error.ts';

const TIMED_OUT: readonly string[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'];

/** The error for a provider that did not answer in time. */
export const PROVIDER_TIMEOUT: GatewayError = {
  status: 504,
  type: 'api_error',
  message: 'The provider did not answer in time. Try again, or use another model.',
  isByProvider: true,
};

/** The error for a caller whose provider gave no answer. */
export function toProviderError(error: Error): GatewayError {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (TIMED_OUT.includes(code)) return PROVIDER_TIMEOUT;
  const message = 'The provider cannot be reached, or it closed the connection. Try again, or use another model.';
  return { status: 502, type: 'api_error', message, isByProvider: true };
}
