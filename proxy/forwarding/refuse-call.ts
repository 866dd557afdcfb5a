import type { GatewayError } from '../call/gateway-error.ts';
import { keepRefusal } from '../decision-log/keep-refusal.ts';
import { sayHeaders } from '../answers/write-answer.ts';
import type { GatewayCall } from './gateway-call.ts';

/** Refuses a call of a valid key, and logs it. Resolves with the error for its caller. */
export function refuseCall(gatewayCall: GatewayCall, error: GatewayError): Promise<GatewayError> {
  gatewayCall.admission?.giveBack();
  const { log, monotonicMs } = gatewayCall.parts;
  return keepRefusal(log, gatewayCall.call, error, monotonicMs() - gatewayCall.startedAt);
}

/** Refuses a routed call, with the headers of the chosen tier. */
export function refuseRouted(gatewayCall: GatewayCall, error: GatewayError): Promise<GatewayError> {
  sayHeaders(gatewayCall.incoming.response, gatewayCall.routeHeaders);
  return refuseCall(gatewayCall, error);
}
