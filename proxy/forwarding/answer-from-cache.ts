import type { CacheHit, CacheDecision } from '../cache/cache-decision.ts';
import type { CacheableCall, ResponseCache } from '../cache/response-cache.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { STOPPING, type GatewayError } from '../call/refusal.ts';
import { answerHeaders } from '../headers/answer-headers.ts';
import type { AskedCall } from '../request/read-call.ts';
import type { GatewayCall } from './gateway-call.ts';
import { refuseCall } from './refuse-call.ts';
import { ReplayedCall } from './replayed-call.ts';

/**
 * Looks a call up in the cache, and answers it from there where it can.
 * @returns whether it goes on to a provider, or what its caller is answered in place of that; undefined where a replay is on its way
 */
export async function answerFromCache(
  going: GatewayCall,
  cache: Pick<ResponseCache, 'lookUp'>,
  asked: AskedCall,
  upstream: Upstream,
): Promise<'passed' | GatewayError | undefined> {
  const decision = await lookUp(going, cache, cacheableOf(going, asked, upstream));
  const isClosed = going.calls.isClosed();
  if (decision?.status === 'hit' && !isClosed) {
    const ended = going.parts.keys.refusalOf(going.incoming.authorized.key);
    if (ended !== undefined) return refuseCall(going, ended);
    replay(going, asked, decision);
    return undefined;
  }
  const pass = decision?.status === 'hit' ? undefined : decision;
  if (isClosed) {
    going.admission?.giveBack();
    pass?.recorder?.letGo();
    return STOPPING;
  }
  going.pass = pass;
  if (pass !== undefined) going.annotate(pass.annotations);
  return 'passed';
}

function cacheableOf(going: GatewayCall, asked: AskedCall, upstream: Upstream): CacheableCall {
  const { call, incoming, callerKey } = going;
  return {
    call,
    asked,
    endpoint: incoming.endpoint,
    provider: upstream.name,
    path: going.pathAt(upstream, asked.model),
    headers: answerHeaders(incoming.request.rawHeaders, going.receiver(upstream)),
    asksOfCache: incoming.request.headers['x-tt-cache'],
    callerKey,
  };
}

async function lookUp(
  going: GatewayCall,
  cache: Pick<ResponseCache, 'lookUp'>,
  about: CacheableCall,
): Promise<CacheDecision | undefined> {
  const { traces, monotonicMs } = going.parts;
  const since = monotonicMs();
  let decision: CacheDecision | undefined;
  try {
    decision = await cache.lookUp(about);
  } catch (error) {
    // It has no answer, and a slot of a limit that it held would be held for good.
    going.admission?.giveBack();
    throw error;
  }
  if (decision !== undefined) traces?.of(about.call.requestId)?.askedCache(since, decision.status);
  return decision;
}

function replay(going: GatewayCall, asked: AskedCall, hit: CacheHit): void {
  const { parts, call, incoming, admission, routeHeaders, startedAt } = going;
  going.annotate(hit.annotations);
  const { endpoint } = incoming;
  const words = parts.capture?.open(call, endpoint, asked.words);
  const replayed = { call, endpoint, words, hit, admission, routeHeaders, startedAt };
  going.calls.start((done) => new ReplayedCall(parts, replayed, incoming.response, done));
}
