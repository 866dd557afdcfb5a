import { PROVIDER_SILENT, providerErrorOf } from '../call/provider-error.ts';
import { INVALID_KEY, KEYS_UNKNOWN, LOG_UNAVAILABLE, STOPPING, type GatewayError } from '../call/gateway-error.ts';
import type { CutReason } from './ending-of.ts';

/** The error of a call that the gateway ends itself. */
export class Cut extends Error {
  readonly reason: CutReason;

  constructor(reason: CutReason) {
    super(reason);
    this.reason = reason;
  }
}

const ERRORS: Partial<Readonly<Record<CutReason, GatewayError>>> = {
  shutdown: STOPPING,
  log_unavailable: LOG_UNAVAILABLE,
  invalid_key: INVALID_KEY,
  enforcement_unavailable: KEYS_UNKNOWN,
};

/** The error for a caller whose call ended without an answer. */
export function brokenCallError(error: Error): GatewayError {
  return error instanceof Cut ? (ERRORS[error.reason] ?? PROVIDER_SILENT) : providerErrorOf(error);
}
