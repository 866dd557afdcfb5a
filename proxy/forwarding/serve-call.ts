import type { MaybeAsync } from '../call/maybe-async.ts';
import type { GatewayError } from '../call/refusal.ts';
import { makeCall } from '../paid-calls/make-call.ts';
import { answerFromCache } from './answer-from-cache.ts';
import { answerersOf, chooseRoute } from './choose-route.ts';
import { CALLERS_CALL, type RoutedCall } from './callers-call.ts';
import type { GatewayCall } from './gateway-call.ts';
import { refuseCall, refuseRouted } from './refuse-call.ts';

/**
 * Serves a call whose head is admitted and whose body is read: route, look up in the cache, and then reserve, send, log and settle (`makeCall`).
 * @returns the error for its caller; undefined when an answer is on its way
 */
export function serveCall(going: GatewayCall): MaybeAsync<GatewayError | undefined> {
  const { said, parts } = going;
  if ('status' in said) return refuseCall(going, said);
  const asked = chooseRoute(going, said);
  const found = answerersOf(going, asked);
  if ('status' in found) return refuseRouted(going, found);
  const routed = { going, call: going.call, asked, upstream: found.upstream, among: found.among };
  return parts.cache === undefined ? makeCall(parts, CALLERS_CALL, routed) : serveCacheable(routed, parts.cache);
}

async function serveCacheable(
  routed: RoutedCall,
  cache: Parameters<typeof answerFromCache>[1],
): Promise<GatewayError | undefined> {
  const { going, asked, upstream } = routed;
  const answered = await answerFromCache(going, cache, asked, upstream);
  if (answered !== 'passed') return answered;
  const refused = await makeCall(going.parts, CALLERS_CALL, routed);
  if (refused !== undefined) going.pass?.recorder?.letGo();
  return refused;
}
