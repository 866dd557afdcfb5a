import type { MaybeAsync } from '../call/maybe-async.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import { makeCall } from '../paid-calls/make-call.ts';
import { answerFromCache } from './answer-from-cache.ts';
import { routedCandidates, chooseRoute } from './choose-route.ts';
import { CALLER_CALL, type RoutedCall } from './caller-call.ts';
import type { GatewayCall } from './gateway-call.ts';
import { refuseCall, refuseRouted } from './refuse-call.ts';

/**
 * Serves a call whose head is admitted and whose body is read: routes it, looks it up in the cache, and then reserves,
 * sends, logs and settles it (`makeCall`).
 * @returns the error for the caller; undefined if an answer is in progress
 */
export function serveCall(gatewayCall: GatewayCall): MaybeAsync<GatewayError | undefined> {
  const { readResult, parts } = gatewayCall;
  if ('status' in readResult) return refuseCall(gatewayCall, readResult);
  const asked = chooseRoute(gatewayCall, readResult);
  const found = routedCandidates(gatewayCall, asked);
  if ('status' in found) return refuseRouted(gatewayCall, found);
  const routed = { gatewayCall, call: gatewayCall.call, asked, upstream: found.upstream, among: found.among };
  return parts.cache === undefined ? makeCall(parts, CALLER_CALL, routed) : serveCacheable(routed, parts.cache);
}

async function serveCacheable(
  routed: RoutedCall,
  cache: Parameters<typeof answerFromCache>[1],
): Promise<GatewayError | undefined> {
  const { gatewayCall, asked, upstream } = routed;
  const answered = await answerFromCache(gatewayCall, cache, asked, upstream);
  if (answered !== 'passed') return answered;
  const refused = await makeCall(gatewayCall.parts, CALLER_CALL, routed);
  if (refused !== undefined) gatewayCall.pass?.recorder?.letGo();
  return refused;
}
