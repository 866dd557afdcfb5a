import type { Tier } from '../../domain/gateway/routing/routing-settings.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { Candidate } from './attempt-plan.ts';
import { routeCall, routesOf, type RoutableCall } from './route-call.ts';

/**
 * Who may answer a call: each provider of its model that the key opens, and then those of the tiers that answer in its place. Or why
 * nobody is asked at all.
 */
function candidatesOf(
  upstreams: readonly Upstream[],
  call: RoutableCall,
  fallbacks: readonly Tier[],
): [Candidate, ...Candidate[]] | GatewayError {
  const routes = routesOf(upstreams, call);
  if ('status' in routes) return routes;
  const [first, ...others] = routes;
  const rest = others.map((upstream) => ({ upstream, model: call.model }));
  for (const { model, provider } of fallbacks) {
    const found = routesOf(upstreams, { ...call, model, provider });
    if (!('status' in found)) rest.push(...found.map((upstream) => ({ upstream, model })));
  }
  return [{ upstream: first, model: call.model }, ...rest];
}

/** Who is asked first, and who may be asked at all. */
export interface Answerers {
  readonly upstream: Upstream;
  /** Undefined where the call is sent once. */
  readonly among: readonly Candidate[] | undefined;
}

/**
 * Who may answer a call; or why nobody does.
 * @param isBound whether nobody but the provider that it goes to first may be asked: a key that its caller brings along goes to nobody else, and
 * nobody else has what one provider keeps
 */
export function findAnswerers(
  upstreams: readonly Upstream[],
  call: RoutableCall,
  { attempts, fallbacks, isBound }: { attempts: number; fallbacks: readonly Tier[]; isBound: boolean },
): Answerers | GatewayError {
  if (attempts === 1) {
    const upstream = routeCall(upstreams, call);
    return 'status' in upstream ? upstream : { upstream, among: undefined };
  }
  const among = candidatesOf(upstreams, call, fallbacks);
  if ('status' in among) return among;
  return { upstream: among[0].upstream, among: isBound ? among.slice(0, 1) : among };
}
