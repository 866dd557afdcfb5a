import type { DocumentFault } from '../kernel/document-fault.ts';
import type { Endpoint } from '../models/endpoints.ts';
import { wireAt, type UpstreamWire } from '../models/protocols.ts';
import { whyNeverForwarded, whyNeverReturned } from './barred-headers.ts';
import { findOwnPriceFaults, type OwnPriceEntry } from './own-price.ts';

/** An entry of the block `providers` of the configuration file. */
export interface ProviderEntry {
  readonly name: string;
  readonly wire: UpstreamWire;
  readonly base_url: string;
  /** Absent: it is called with the key that a caller brings along, or with none. */
  readonly api_key_env?: string;
  /** Names, or what they begin with and a `*`. */
  readonly models: readonly string[];
  readonly priced_as?: string;
  /** Prices that the operator has agreed on with it. */
  readonly prices?: readonly OwnPriceEntry[];
  /** The headers of callers that are forwarded to it in addition to those that always are. */
  readonly forward_headers?: readonly string[];
  /** Headers of its answers that go back to callers likewise. */
  readonly return_headers?: readonly string[];
}

/** True if calls of a model go to a provider at an endpoint. */
export function servesCall(
  { wire, models }: Pick<ProviderEntry, 'wire' | 'models'>,
  endpoint: Endpoint,
  model: string,
): boolean {
  return servesEndpoint({ wire }, endpoint) && models.some((pattern) => matchesModel(pattern, model));
}

/** True if a provider has an endpoint. */
export function servesEndpoint({ wire }: Pick<ProviderEntry, 'wire'>, endpoint: Endpoint): boolean {
  return wireAt(endpoint) === wire;
}

/** True if a model has the name of a list, or begins like a name that ends with `*`. */
export function matchesModel(pattern: string, model: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : pattern === model;
}

/** The faults of a list of providers, except for the form of its entries. Entries of the wrong form are missing. */
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
    ['forward_headers', whyNeverForwarded],
    ['return_headers', whyNeverReturned],
  ] as const;
  return lists.flatMap(([list, whyBarred]) =>
    (provider[list] ?? []).flatMap((name: string | undefined, at) => {
      const detail = name === undefined ? undefined : whyBarred(name);
      return detail === undefined ? [] : [{ path: ['providers', index, list, at], detail }];
    }),
  );
}
