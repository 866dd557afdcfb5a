import type { Endpoint } from '../../domain/models/endpoints.ts';
import { isInScope, type KeyScopes } from '../../domain/gateway/key-scopes.ts';
import { knownModelsText } from '../../domain/gateway/known-models-text.ts';
import { servesCall, servesEndpoint } from '../../domain/gateway/provider-block.ts';
import { notFoundError, outOfScopeError, type GatewayError } from '../call/gateway-error.ts';
import type { Upstream } from '../call/open-upstream.ts';

export interface RoutableCall {
  readonly endpoint: Endpoint;
  /** The model to call. */
  readonly model: string;
  /** The provider to call; undefined for any provider that has the model. */
  readonly provider?: string | undefined;
  readonly scopes: KeyScopes;
}

/**
 * The first provider that has the endpoint and the model, and that the key opens; or the reason why no provider does.
 */
export function routeCall(upstreams: readonly Upstream[], call: RoutableCall): Upstream | GatewayError {
  const { endpoint, model, provider, scopes } = call;
  if (isInScope(scopes.endpoints, endpoint) && isInScope(scopes.models, model))
    for (const upstream of upstreams) {
      const isNamed = provider === undefined || upstream.name === provider;
      if (isNamed && isInScope(scopes.providers, upstream.name) && servesCall(upstream, endpoint, model))
        return upstream;
    }
  // No provider was found: `findRoutes` gives the reason.
  const found = findRoutes(upstreams, call);
  return 'status' in found ? found : found[0];
}

/** All providers that have the endpoint and the model, and that the key opens; or the reason why there are none. */
export function findRoutes(
  upstreams: readonly Upstream[],
  { endpoint, model, provider, scopes }: RoutableCall,
): [Upstream, ...Upstream[]] | GatewayError {
  if (!isInScope(scopes.endpoints, endpoint)) return outOfScopeError('endpoint', endpoint);
  if (!isInScope(scopes.models, model)) return outOfScopeError('model', model);
  const serving = upstreams.filter(
    (upstream) => (provider === undefined || upstream.name === provider) && servesCall(upstream, endpoint, model),
  );
  if (serving.length === 0) return unknownModel(upstreams, { endpoint, model, scopes });
  const [first, ...others] = serving.filter(({ name }) => isInScope(scopes.providers, name));
  return first === undefined ? outOfScopeError('provider of the model', model) : [first, ...others];
}

/**
 * The error for an unknown model. It names what the key may call at the endpoint, as the configuration file names it.
 */
function unknownModel(
  upstreams: readonly Upstream[],
  { endpoint, model, scopes }: Omit<RoutableCall, 'provider'>,
): GatewayError {
  const known = upstreams
    .filter((upstream) => isInScope(scopes.providers, upstream.name) && servesEndpoint(upstream, endpoint))
    .flatMap(({ models }) => models)
    .filter((name) => isInScope(scopes.models, name));
  const sentence = `No provider of this gateway serves the model ${model} at this endpoint.`;
  return notFoundError(sentence + knownModelsText(model, [...new Set(known)]));
}
