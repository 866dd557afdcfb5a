import { PROVIDER_TIMEOUT, toProviderError } from '../call/provider-error.ts';
import {
  INVALID_KEY,
  KEYS_UNAVAILABLE,
  LOG_UNAVAILABLE,
  GATEWAY_STOPPING,
  type GatewayError,
} from '../call/gateway-error.ts';
import type { CallAbortReason } from './create-call-ending.ts';

/** The error of a call that the gateway ends itself. */
export class CallAbortedError extends Error {
  readonly reason: CallAbortReason;

  constructor(reason: CallAbortReason) {
    super(reason);
    this.reason = reason;
  }
}

const ERRORS: Partial<Readonly<Record<CallAbortReason, GatewayError>>> = {
  shutdown: GATEWAY_STOPPING,
  log_unavailable: LOG_UNAVAILABLE,
  invalid_key: INVALID_KEY,
  enforcement_unavailable: KEYS_UNAVAILABLE,
};

/** The error for a caller whose call ended without an answer. */
export function brokenCallError(error: Error): GatewayError {
  return error instanceof CallAbortedError ? (ERRORS[error.reason] ?? PROVIDER_TIMEOUT) : toProviderError(error);
}
