import type { CacheHit, CacheDecision } from '../cache/cache-decision.ts';
import type { CacheableCall, ResponseCache } from '../cache/response-cache.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { GATEWAY_STOPPING, type GatewayError } from '../call/gateway-error.ts';
import { answerHeaders } from '../headers/answer-headers.ts';
import type { RequestFacts } from '../request/read-call.ts';
import type { GatewayCall } from './gateway-call.ts';
import { refuseCall } from './refuse-call.ts';
import { ReplayedCall } from './replayed-call.ts';

/**
 * Looks up a call in the cache, and answers it from there on a hit.
 * @returns `passed` if the call goes on to a provider, or the error for its caller; undefined if a replay is in
 *   progress
 */
export async function answerFromCache(
  gatewayCall: GatewayCall,
  cache: Pick<ResponseCache, 'lookUp'>,
  asked: RequestFacts,
  upstream: Upstream,
): Promise<'passed' | GatewayError | undefined> {
  const decision = await lookUp(gatewayCall, cache, cacheableOf(gatewayCall, asked, upstream));
  const isClosed = gatewayCall.calls.isClosed();
  if (decision?.status === 'hit' && !isClosed) {
    const ended = gatewayCall.parts.keys.refusalOf(gatewayCall.incoming.authorized.key);
    if (ended !== undefined) return refuseCall(gatewayCall, ended);
    replay(gatewayCall, asked, decision);
    return undefined;
  }
  const pass = decision?.status === 'hit' ? undefined : decision;
  if (isClosed) {
    gatewayCall.admission?.giveBack();
    pass?.recorder?.letGo();
    return GATEWAY_STOPPING;
  }
  gatewayCall.pass = pass;
  if (pass !== undefined) gatewayCall.annotate(pass.annotations);
  return 'passed';
}

function cacheableOf(gatewayCall: GatewayCall, asked: RequestFacts, upstream: Upstream): CacheableCall {
  const { call, incoming, callerKey } = gatewayCall;
  return {
    call,
    asked,
    endpoint: incoming.endpoint,
    provider: upstream.name,
    path: gatewayCall.pathAt(upstream, asked.model),
    headers: answerHeaders(incoming.request.rawHeaders, gatewayCall.receiver(upstream)),
    asksOfCache: incoming.request.headers['x-tt-cache'],
    callerKey,
  };
}

async function lookUp(
  gatewayCall: GatewayCall,
  cache: Pick<ResponseCache, 'lookUp'>,
  about: CacheableCall,
): Promise<CacheDecision | undefined> {
  const { traces, monotonicMs } = gatewayCall.parts;
  const since = monotonicMs();
  let decision: CacheDecision | undefined;
  try {
    decision = await cache.lookUp(about);
  } catch (error) {
    // The call gets no answer. Without this, its slot under a limit would never be released.
    gatewayCall.admission?.giveBack();
    throw error;
  }
  if (decision !== undefined) traces?.of(about.call.requestId)?.askedCache(since, decision.status);
  return decision;
}

function replay(gatewayCall: GatewayCall, asked: RequestFacts, hit: CacheHit): void {
  const { parts, call, incoming, admission, routeHeaders, startedAt } = gatewayCall;
  gatewayCall.annotate(hit.annotations);
  const { endpoint } = incoming;
  const content = parts.capture?.open(call, endpoint, asked.text);
  const replayed = { call, endpoint, content, hit, admission, routeHeaders, startedAt };
  gatewayCall.calls.start((done) => new ReplayedCall(parts, replayed, incoming.response, done));
}
