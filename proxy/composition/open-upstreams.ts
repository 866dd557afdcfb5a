import type { ProviderEntry } from '../../domain/gateway/provider-block.ts';
import { openUpstream, type Upstream } from '../call/open-upstream.ts';

/** The keys of providers, by the name of the provider. @throws if a provider has no key */
export type ProviderKeys = (providers: readonly ProviderEntry[]) => ReadonlyMap<string, string>;

/** The providers of a configuration file, in its order. @throws what `keysOf` throws */
export function openUpstreams(providers: readonly ProviderEntry[], keysOf: ProviderKeys): Upstream[] {
  const keys = keysOf(providers);
  return providers.map((provider) => openUpstream(provider, keys.get(provider.name)));
}
