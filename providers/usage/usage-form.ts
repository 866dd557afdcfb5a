import { findProvider } from '@pydantic/genai-prices';
import type { ModelProvider, Wire } from '../../domain/models/model-call.ts';
import { protocolAt } from '../protocols/registry.ts';
import type { UsageForm } from './read-usage.ts';

/** A connection to a provider, as far as it decides who charges for calls. */
interface ChargedConnection {
  readonly provider: ModelProvider;
  /** What the wire's own paths follow upon, such as `https://api.openai.com/v1`. */
  readonly endpoint: string;
}

/** Who charges for a connection, by the table of prices; undefined where the table names nobody at its endpoint. */
export function priceProviderOf({ provider, endpoint }: ChargedConnection): string | undefined {
  return provider === 'openai_compatible' ? priceProviderAt(endpoint) : provider;
}

/** Who charges for calls to an address, by the table of prices; undefined where the table names nobody there. */
export function priceProviderAt(address: string): string | undefined {
  return findProvider({ providerApiUrl: address })?.id;
}

/** How a connection states usage: as its own provider does, and as OpenAI does where the table has no other form of the wire. */
export function usageFormOf(target: ChargedConnection & { readonly wire: Wire }): UsageForm {
  return usageFormAmong([priceProviderOf(target), 'openai'], protocolAt(target.wire).usageFlavors);
}

/** The first form that one of these providers of the table has, of the flavors the likeliest first. */
export function usageFormAmong(providers: readonly (string | undefined)[], flavors: readonly string[]): UsageForm {
  for (const priceProvider of providers) {
    const known = priceProvider === undefined ? [] : (findProvider({ providerId: priceProvider })?.extractors ?? []);
    const flavor = flavors.find((name) => known.some(({ api_flavor }) => api_flavor === name));
    if (priceProvider !== undefined && flavor !== undefined) return { priceProvider, flavor };
  }
  return { priceProvider: 'openai', flavor: 'chat' };
}
