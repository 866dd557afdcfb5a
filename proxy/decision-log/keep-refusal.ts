import { LOG_UNAVAILABLE, type GatewayError } from '../call/gateway-error.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { DecisionLog } from './decision-log.ts';

/** Keeps the row of a call that is refused. Resolves with what its caller is to be told then. */
export function keepRefusal(
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
