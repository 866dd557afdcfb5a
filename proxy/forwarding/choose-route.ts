import { replaceModel, type BodyBytes } from '../body/body-bytes.ts';
import type { GatewayError } from '../call/refusal.ts';
import type { AskedCall } from '../request/read-call.ts';
import { findAnswerers, type Answerers } from '../routing/find-answerers.ts';
import type { ChosenRoute } from '../routing/router.ts';
import type { GatewayCall } from './gateway-call.ts';

/** Chooses the tier of a call. @returns the request as it goes there, which may be for another model */
export function chooseRoute(going: GatewayCall, asked: AskedCall): AskedCall {
  const { router } = going.parts;
  if (router === undefined) return asked;
  const { call, callerKey, incoming } = going;
  return goBy(going, router.choose({ call, asked, endpoint: incoming.endpoint, callerKey }), asked);
}

/** The same for a call whose tokens are counted: nothing is remembered of it. */
export function foreseeRoute(going: GatewayCall, asked: AskedCall): AskedCall {
  const { router } = going.parts;
  if (router === undefined) return asked;
  const { call, callerKey, incoming } = going;
  return goBy(going, router.foresee({ call, asked, endpoint: incoming.endpoint, callerKey }), asked);
}

function goBy(going: GatewayCall, route: ChosenRoute, asked: AskedCall): AskedCall {
  going.route = route;
  going.annotate(route.annotations);
  const { serving } = route;
  if (serving === undefined) return asked;
  going.call = { ...going.call, routeId: serving.name };
  const sent = withModel(asked, going.body, serving.model);
  going.body = sent.body;
  return sent.asked;
}

/** The providers that may answer a routed call; or why none may. */
export function answerersOf(going: GatewayCall, { model, isBound }: AskedCall): Answerers | GatewayError {
  const { endpoint, authorized } = going.incoming;
  const { upstreams, retries } = going.parts;
  const { fallbacks = [], serving } = going.route ?? {};
  const asks = { endpoint, model, provider: serving?.provider, scopes: authorized.key.scopes };
  const isAskedOnce = isBound || going.callerKey !== undefined;
  return findAnswerers(upstreams, asks, { attempts: retries.attempts, fallbacks, isBound: isAskedOnce });
}

/** A request for another model, with its bytes. */
export function withModel(
  asked: AskedCall,
  body: BodyBytes,
  model: string,
): { readonly asked: AskedCall; readonly body: BodyBytes } {
  if (model === asked.model) return { asked, body };
  return { asked: { ...asked, model }, body: replaceModel(body, model) };
}
