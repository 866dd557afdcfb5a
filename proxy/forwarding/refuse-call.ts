import type { GatewayError } from '../call/gateway-error.ts';
import { storeRefusal } from '../decision-log/store-refusal.ts';
import { addErrorHeaders } from '../answers/write-answer.ts';
import type { GatewayCall } from './gateway-call.ts';

/** Refuses a call of a valid key, and logs it. Resolves with the error for its caller. */
export function refuseCall(gatewayCall: GatewayCall, error: GatewayError): Promise<GatewayError> {
  gatewayCall.admission?.giveBack();
  const { log, monotonicMs } = gatewayCall.parts;
  return storeRefusal(log, gatewayCall.call, error, monotonicMs() - gatewayCall.startedAt);
}

/** Refuses a routed call, with the headers of the chosen tier. */
export function refuseRouted(gatewayCall: GatewayCall, error: GatewayError): Promise<GatewayError> {
  addErrorHeaders(gatewayCall.incoming.response, gatewayCall.routeHeaders);
  return refuseCall(gatewayCall, error);
}
