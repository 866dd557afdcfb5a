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
  const ending = { status: 'refused', kind: error.type, totalMs } as const;
  return log.refuse(call, ending).then(
    () => error,
    () => LOG_UNAVAILABLE,
  );
}
