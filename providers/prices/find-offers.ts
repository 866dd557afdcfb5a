import { calcPrice, waitForUpdate, type Provider } from '@pydantic/genai-prices';
import { nearestName } from '../../domain/kernel/nearest-name.ts';
import { listRates, type DatedRates } from './list-rates.ts';

/** The prices of a model at a provider of the price table. */
export interface Offer {
  readonly provider: string;
  /** The model, as the table names it. */
  readonly model: string;
  readonly name: string | null;
  /** Tokens of the context window; null if the table does not state it. */
  readonly context_window: number | null;
  readonly is_deprecated: boolean;
  /** The pages from which the table has the prices. */
  readonly sources: readonly string[];
  readonly comments: string | null;
  readonly prices: readonly (DatedRates & { readonly is_in_force: boolean })[];
}

/**
 * The offers of a model at every provider of the table, by provider. The model is named as calls name it, or with its
 * provider before a slash.
 */
export async function findOffers(model: string, at: Date): Promise<Offer[]> {
  const providers = (await waitForUpdate()) ?? [];
  const everywhere = providers.flatMap((provider) => offerOf(provider, model, at));
  const [named, rest] = splitProvider(model);
  const atNamed = providers.filter(({ id }) => id === named).flatMap((provider) => offerOf(provider, rest, at));
  return (atNamed.length > 0 ? atNamed : everywhere).toSorted((one, other) => (one.provider < other.provider ? -1 : 1));
}

/** The names of the table that a mistyped model may mean, at most five. */
export async function nearModels(model: string): Promise<string[]> {
  const names = [...new Set(((await waitForUpdate()) ?? []).flatMap(({ models }) => models.map(({ id }) => id)))];
  const nearest = nearestName(model, names);
  const lower = model.toLowerCase();
  const containing = names.filter((name) => name.toLowerCase().includes(lower)).sort();
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...containing])].slice(0, 5);
}

function offerOf({ id, pricing_urls: sources = [] }: Provider, model: string, at: Date): Offer[] {
  const found = calcPrice({}, model, { providerId: id, timestamp: at });
  if (found === null) return [];
  const { model: info, model_price: inForce } = found;
  const inOrder = Array.isArray(info.prices) ? info.prices.map(({ prices }) => prices) : [info.prices];
  return [
    {
      provider: id,
      model: info.id,
      name: info.name ?? null,
      context_window: info.context_window ?? null,
      is_deprecated: info.deprecated ?? false,
      sources,
      comments: info.price_comments ?? null,
      prices: listRates(info.prices).map((dated, index) => ({ ...dated, is_in_force: inOrder[index] === inForce })),
    },
  ];
}

function splitProvider(model: string): [string, string] {
  const slash = model.indexOf('/');
  return slash === -1 ? ['', model] : [model.slice(0, slash), model.slice(slash + 1)];
}
