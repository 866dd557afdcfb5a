import { findProvider } from '@pydantic/genai-prices';
import type { ModelProvider, Wire } from '../../domain/models/model-call.ts';
import { protocolAt } from '../protocols/registry.ts';
import type { UsageForm } from './read-usage.ts';

/** The parts of a connection that decide which provider charges for its calls. */
interface ChargedConnection {
  readonly provider: ModelProvider;
  /** The base URL of the wire's paths, such as `https://api.openai.com/v1`. */
  readonly endpoint: string;
}

/** The provider of the price table that charges for a connection; undefined if the table names none at its endpoint. */
export function findPriceProvider({ provider, endpoint }: ChargedConnection): string | undefined {
  return provider === 'openai_compatible' ? findPriceProviderByUrl(endpoint) : provider;
}

/** The provider of the price table that charges for calls to an address; undefined if the table names none there. */
export function findPriceProviderByUrl(address: string): string | undefined {
  return findProvider({ providerApiUrl: address })?.id;
}

/** The usage form of a connection: that of its own provider, or OpenAI's if the table has no other form of the wire. */
export function findUsageForm(target: ChargedConnection & { readonly wire: Wire }): UsageForm {
  return findFirstUsageForm([findPriceProvider(target), 'openai'], protocolAt(target.wire).usageFlavors);
}

/** The first usage form of these providers in the price table, with the likeliest flavors first. */
export function findFirstUsageForm(providers: readonly (string | undefined)[], flavors: readonly string[]): UsageForm {
  for (const priceProvider of providers) {
    const known = priceProvider === undefined ? [] : (findProvider({ providerId: priceProvider })?.extractors ?? []);
    const flavor = flavors.find((name) => known.some(({ api_flavor }) => api_flavor === name));
    if (priceProvider !== undefined && flavor !== undefined) return { priceProvider, flavor };
  }
  return { priceProvider: 'openai', flavor: 'chat' };
}
