import type { DocumentFault } from '../kernel/document-fault.ts';
import type { Endpoint } from '../models/endpoints.ts';
import { endpointWire, type UpstreamWire } from '../models/protocols.ts';
import { barredRequestHeaderReason, barredAnswerHeaderReason } from './barred-headers.ts';
import { findOwnPriceFaults, type OwnPriceEntry } from './own-price.ts';

/** An entry of the block `providers` of the configuration file. */
export interface ProviderEntry {
  readonly name: string;
  readonly wire: UpstreamWire;
  readonly base_url: string;
  /**
   * The environment variable that contains the API key. If it is absent, the gateway sends the caller's own key, or no
   * key.
   */
  readonly api_key_env?: string;
  /** Names, or prefixes followed by `*`. */
  readonly models: readonly string[];
  readonly priced_as?: string;
  /** The prices that the operator has agreed on with the provider. */
  readonly prices?: readonly OwnPriceEntry[];
  /** The request headers that are forwarded in addition to the standard ones. */
  readonly forward_headers?: readonly string[];
  /** The answer headers that are returned to callers in addition to the standard ones. */
  readonly return_headers?: readonly string[];
}

/** True if a provider serves a model at an endpoint. */
export function servesCall(
  { wire, models }: Pick<ProviderEntry, 'wire' | 'models'>,
  endpoint: Endpoint,
  model: string,
): boolean {
  return servesEndpoint({ wire }, endpoint) && models.some((pattern) => matchesModel(pattern, model));
}

/** True if a provider's protocol family has an endpoint. */
export function servesEndpoint({ wire }: Pick<ProviderEntry, 'wire'>, endpoint: Endpoint): boolean {
  return endpointWire(endpoint) === wire;
}

/** True if the model equals the pattern, or begins with the prefix of a pattern that ends with `*`. */
export function matchesModel(pattern: string, model: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : pattern === model;
}

/**
 * The faults of a list of providers, except faults in the form of the entries. Entries with a wrong form are absent.
 */
export function findProviderFaults(
  providers: readonly (Partial<Pick<ProviderEntry, 'name' | 'prices' | HeaderList>> | undefined)[],
): DocumentFault[] {
  const names = providers.map((provider) => provider?.name);
  const doubled = names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) < index
      ? [{ path: ['providers', index, 'name'], detail: 'is also the name of another provider: give each its own name' }]
      : [],
  );
  const ofPrices = providers.flatMap((provider, index) =>
    findOwnPriceFaults(provider?.prices ?? [], ['providers', index, 'prices']),
  );
  return [...doubled, ...ofPrices, ...providers.flatMap((provider = {}, index) => findHeaderFaults(provider, index))];
}

type HeaderList = 'forward_headers' | 'return_headers';

function findHeaderFaults(provider: Partial<Pick<ProviderEntry, HeaderList>>, index: number): DocumentFault[] {
  const lists = [
    ['forward_headers', barredRequestHeaderReason],
    ['return_headers', barredAnswerHeaderReason],
  ] as const;
  return lists.flatMap(([list, whyBarred]) =>
    (provider[list] ?? []).flatMap((name: string | undefined, at) => {
      const detail = name === undefined ? undefined : whyBarred(name);
      return detail === undefined ? [] : [{ path: ['providers', index, list, at], detail }];
    }),
  );
}
