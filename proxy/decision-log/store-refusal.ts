import { LOG_UNAVAILABLE, type GatewayError } from '../call/gateway-error.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { DecisionLog } from './decision-log.ts';

/** Stores the row of a refused call. Resolves to the error for its caller. */
export function storeRefusal(
  log: Pick<DecisionLog, 'refuse'>,
  call: AdmittedCall,
  error: GatewayError,
  totalMs: number,
): Promise<GatewayError> {
  const { type: kind, refusingLimit: refusedByLimit } = error;
  const ending = { status: 'refused', kind, totalMs, refusedByLimit } as const;
  return log.refuse(call, ending).then(
    () => error,
    () => LOG_UNAVAILABLE,
  );
}
