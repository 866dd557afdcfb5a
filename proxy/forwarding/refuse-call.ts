import type { GatewayError } from '../call/refusal.ts';
import { keepRefusal } from '../decision-log/keep-refusal.ts';
import { sayHeaders } from '../answers/write-answer.ts';
import type { GatewayCall } from './gateway-call.ts';

/** Refuses a call of a valid key, and logs it. Resolves with the error for its caller. */
export function refuseCall(going: GatewayCall, error: GatewayError): Promise<GatewayError> {
  going.admission?.giveBack();
  const { log, monotonicMs } = going.parts;
  return keepRefusal(log, going.call, error, monotonicMs() - going.startedAt);
}

/** The same, with the tier that was chosen. */
export function refuseRouted(going: GatewayCall, error: GatewayError): Promise<GatewayError> {
  sayHeaders(going.incoming.response, going.routeHeaders);
  return refuseCall(going, error);
}
