import { Pool } from 'undici';
import type { CalledEndpoint, UpstreamWire } from '../../domain/models/protocols.ts';
import type { ProviderEntry } from '../../domain/gateway/provider-block.ts';
import { findFirstUsageForm, findPriceProviderByUrl } from '../../providers/usage/usage-form.ts';
import { OwnPrices } from '../../providers/prices/own-prices.ts';
import { PROTOCOLS } from '../../providers/protocols/registry.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import type { PathCall } from '../../providers/protocols/shared/protocol-paths.ts';
import type { UsageForm } from '../../providers/usage/read-usage.ts';

/** A provider behind the gateway, ready to be called. */
export interface Upstream {
  readonly name: string;
  readonly wire: UpstreamWire;
  readonly models: readonly string[];
  /** The operator's key; undefined if callers supply one, or none is needed. */
  readonly key: string | undefined;
  /** The provider that charges for the calls, by its name in the price table; undefined if it is unknown. */
  readonly priceProvider: string | undefined;
  /** The prices agreed with the provider; undefined if there are none. */
  readonly ownPrices?: OwnPrices | undefined;
  readonly pool: Pool;
  /** The headers that are forwarded in addition to the standard ones, in lower case. */
  readonly forwardedHeaders: ReadonlySet<string>;
  /** The headers of its answers that are returned in addition to the standard ones, in lower case. */
  readonly returnedHeaders: ReadonlySet<string>;
  /**
   * The path of a call at the provider, without a query.
   * @param named the call in the caller's path; undefined if that path names no model, and for calls of the gateway
   *   itself
   */
  path(endpoint: CalledEndpoint, model: string, named: PathCall | undefined): string;
  usageForm(endpoint: CalledEndpoint): UsageForm;
}

/** Milliseconds that a provider may take to begin its answer, and between two pieces of it. */
const SILENCE_MS = 600_000;
const CONNECT_MS = 10_000;
/** Milliseconds for which idle connections stay open: less than the limit of providers. */
const KEEP_ALIVE_MS = 20_000;

/** Opens a provider of the configuration file. The first call connects to it. */
export function openUpstream(entry: ProviderEntry, key: string | undefined): Upstream {
  const { name, wire, models } = entry;
  const { origin, pathname } = new URL(entry.base_url);
  const priceProvider = entry.priced_as ?? findPriceProviderByUrl(entry.base_url);
  // Computed once, because every call uses them.
  const root = pathname.replace(/\/+$/, '');
  const forms = ofEach(({ usageFlavors }) => findFirstUsageForm([priceProvider, wire], usageFlavors));
  const paths = ofEach(({ paths: each }) =>
    each.modelIn === 'body'
      ? `${root}${each.called}`
      : (model: string, named: PathCall | undefined) => `${root}${each.called(model, named)}`,
  );
  return {
    name,
    wire,
    models,
    key,
    priceProvider,
    ownPrices: entry.prices === undefined ? undefined : new OwnPrices(entry.prices),
    forwardedHeaders: namesOf(entry.forward_headers),
    returnedHeaders: namesOf(entry.return_headers),
    pool: new Pool(origin, {
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: { timeout: CONNECT_MS },
    }),
    path(endpoint, model, named) {
      const path = paths[endpoint];
      return typeof path === 'string' ? path : path(model, named);
    },
    usageForm: (endpoint) => forms[endpoint],
  };
}

function ofEach<Value>(make: (protocol: Protocol) => Value): Readonly<Record<CalledEndpoint, Value>> {
  return Object.fromEntries(PROTOCOLS.map((protocol) => [protocol.endpoint, make(protocol)])) as Record<
    CalledEndpoint,
    Value
  >;
}

function namesOf(headers: readonly string[] = []): ReadonlySet<string> {
  return new Set(headers.map((name) => name.toLowerCase()));
}
