import { replaceModel, type BodyBytes } from '../body/body-bytes.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { AskedCall } from '../request/read-call.ts';
import { findAnswerers, type Answerers } from '../routing/find-answerers.ts';
import type { ChosenRoute } from '../routing/router.ts';
import type { GatewayCall } from './gateway-call.ts';

/** Chooses the tier of a call. @returns the request for that tier, which may name another model */
export function chooseRoute(gatewayCall: GatewayCall, asked: AskedCall): AskedCall {
  const { router } = gatewayCall.parts;
  if (router === undefined) return asked;
  const { call, callerKey, incoming } = gatewayCall;
  return goBy(gatewayCall, router.choose({ call, asked, endpoint: incoming.endpoint, callerKey }), asked);
}

/** Chooses the tier of a call whose tokens are counted, without remembering the choice. */
export function foreseeRoute(gatewayCall: GatewayCall, asked: AskedCall): AskedCall {
  const { router } = gatewayCall.parts;
  if (router === undefined) return asked;
  const { call, callerKey, incoming } = gatewayCall;
  return goBy(gatewayCall, router.foresee({ call, asked, endpoint: incoming.endpoint, callerKey }), asked);
}

function goBy(gatewayCall: GatewayCall, route: ChosenRoute, asked: AskedCall): AskedCall {
  gatewayCall.route = route;
  gatewayCall.annotate(route.annotations);
  const { serving } = route;
  if (serving === undefined) return asked;
  gatewayCall.call = { ...gatewayCall.call, routeId: serving.name };
  const sent = withModel(asked, gatewayCall.body, serving.model);
  gatewayCall.body = sent.body;
  return sent.asked;
}

/** The providers that may answer a routed call, or the reason why none may. */
export function answerersOf(gatewayCall: GatewayCall, { model, isBound }: AskedCall): Answerers | GatewayError {
  const { endpoint, authorized } = gatewayCall.incoming;
  const { upstreams, retries } = gatewayCall.parts;
  const { fallbacks = [], serving } = gatewayCall.route ?? {};
  const asks = { endpoint, model, provider: serving?.provider, scopes: authorized.key.scopes };
  const isAskedOnce = isBound || gatewayCall.callerKey !== undefined;
  return findAnswerers(upstreams, asks, { attempts: retries.attempts, fallbacks, isBound: isAskedOnce });
}

/** A request with another model, and its bytes. */
export function withModel(
  asked: AskedCall,
  body: BodyBytes,
  model: string,
): { readonly asked: AskedCall; readonly body: BodyBytes } {
  if (model === asked.model) return { asked, body };
  return { asked: { ...asked, model }, body: replaceModel(body, model) };
}
