import type { Tier } from '../../domain/gateway/routing/routing-settings.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { Candidate } from './attempt-plan.ts';
import { routeCall, findRoutes, type RoutableCall } from './route-call.ts';

/**
 * The candidates for a call: each provider of its model that the key opens, then those of the fallback tiers; or the
 * reason why there are none.
 */
function candidatesOf(
  upstreams: readonly Upstream[],
  call: RoutableCall,
  fallbacks: readonly Tier[],
): [Candidate, ...Candidate[]] | GatewayError {
  const routes = findRoutes(upstreams, call);
  if ('status' in routes) return routes;
  const [first, ...others] = routes;
  const rest = others.map((upstream) => ({ upstream, model: call.model }));
  for (const { model, provider } of fallbacks) {
    const found = findRoutes(upstreams, { ...call, model, provider });
    if (!('status' in found)) rest.push(...found.map((upstream) => ({ upstream, model })));
  }
  return [{ upstream: first, model: call.model }, ...rest];
}

/** The first candidate, and all candidates. */
export interface UpstreamCandidates {
  readonly upstream: Upstream;
  /** Undefined if the call is sent only once. */
  readonly among: readonly Candidate[] | undefined;
}

/**
 * The candidates that may answer a call, or the reason why none may.
 * @param isBound true if only the first provider may be called: no other may get the caller's key, and no other has the
 *   state that the first one stores
 */
export function findUpstreamCandidates(
  upstreams: readonly Upstream[],
  call: RoutableCall,
  { attempts, fallbacks, isBound }: { attempts: number; fallbacks: readonly Tier[]; isBound: boolean },
): UpstreamCandidates | GatewayError {
  if (attempts === 1) {
    const upstream = routeCall(upstreams, call);
    return 'status' in upstream ? upstream : { upstream, among: undefined };
  }
  const among = candidatesOf(upstreams, call, fallbacks);
  if ('status' in among) return among;
  return { upstream: among[0].upstream, among: isBound ? among.slice(0, 1) : among };
}
