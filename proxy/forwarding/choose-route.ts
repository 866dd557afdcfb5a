import { replaceModel, type BodyBytes } from '../body/body-bytes.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { RequestFacts } from '../request/read-call.ts';
import { findUpstreamCandidates, type UpstreamCandidates } from '../routing/find-upstream-candidates.ts';
import type { ChosenRoute } from '../routing/router.ts';
import type { GatewayCall } from './gateway-call.ts';

/** Chooses the tier of a call. @returns the request for that tier, which may name another model */
export function chooseRoute(gatewayCall: GatewayCall, asked: RequestFacts): RequestFacts {
  const { router } = gatewayCall.parts;
  if (router === undefined) return asked;
  const { call, callerKey, incoming } = gatewayCall;
  return goBy(gatewayCall, router.choose({ call, asked, endpoint: incoming.endpoint, callerKey }), asked);
}

/** Chooses the tier of a call whose tokens are counted, without remembering the choice. */
export function previewRoute(gatewayCall: GatewayCall, asked: RequestFacts): RequestFacts {
  const { router } = gatewayCall.parts;
  if (router === undefined) return asked;
  const { call, callerKey, incoming } = gatewayCall;
  return goBy(gatewayCall, router.foresee({ call, asked, endpoint: incoming.endpoint, callerKey }), asked);
}

function goBy(gatewayCall: GatewayCall, route: ChosenRoute, asked: RequestFacts): RequestFacts {
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
export function routedCandidates(
  gatewayCall: GatewayCall,
  { model, isBound }: RequestFacts,
): UpstreamCandidates | GatewayError {
  const { endpoint, authorized } = gatewayCall.incoming;
  const { upstreams, retries } = gatewayCall.parts;
  const { fallbacks = [], serving } = gatewayCall.route ?? {};
  const asks = { endpoint, model, provider: serving?.provider, scopes: authorized.key.scopes };
  const isAskedOnce = isBound || gatewayCall.callerKey !== undefined;
  return findUpstreamCandidates(upstreams, asks, { attempts: retries.attempts, fallbacks, isBound: isAskedOnce });
}

/** A request with another model, and its bytes. */
export function withModel(
  asked: RequestFacts,
  body: BodyBytes,
  model: string,
): { readonly asked: RequestFacts; readonly body: BodyBytes } {
  if (model === asked.model) return { asked, body };
  return { asked: { ...asked, model }, body: replaceModel(body, model) };
}
