import type { RequestListener } from 'node:http';
import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import type { CacheBlock } from '../../domain/gateway/cache/cache-block.ts';
import type { GovernanceBlock } from '../../domain/gateway/governance/governance-block.ts';
import type { ProviderEntry } from '../../domain/gateway/provider-block.ts';
import type { LineWriter } from '../../journal/source/journal.ts';
import type { RoutingFile } from '../../proxy/composition/open-routing.ts';
import type { ConnectionLimits } from '../../transport/limit-connections.ts';
import type { FakeCacheStores } from './fake-cache-stores.ts';

export interface GatewayOptions extends Omit<RoutingFile, 'providers'> {
  /** Listens as what every provider of `providers` is called at. */
  readonly provider: RequestListener;
  readonly providers?: readonly (Omit<ProviderEntry, 'base_url'> & { readonly base_url?: string })[];
  /** The block `governance`, over leases in memory. */
  readonly governance?: GovernanceBlock;
  /** Bytes of all bodies together; plenty if absent. */
  readonly maxBodyBytes?: number;
  /** The limits of connections; plenty if absent. */
  readonly connections?: Partial<ConnectionLimits>;
  /** The program that reads large bodies, in place of the gateway's own. */
  readonly readingProgram?: string;
  /** The writer in place of a journal on the disk. */
  readonly writer?: Pick<LineWriter, 'appendLines'>;
  /** Calls are served while their rows cannot be kept. */
  readonly servesUnlogged?: boolean;
  /** The block `cache` of the configuration file; its entries lie in the memory of the test. */
  readonly cache?: CacheBlock;
  /** The stores of the cache, if processes of a test share them; each has its own if absent. */
  readonly stored?: FakeCacheStores;
  /** Keeps what is asked and answered. */
  readonly contents?: Pick<ContentStore, 'keep' | 'wanted'>;
  /** Makes spans, where a test keeps them. */
  readonly isTraced?: boolean;
}

const CLAUDE = {
  name: 'anthropic',
  wire: 'anthropic',
  models: ['claude-haiku-4-5', 'claude-*'],
  priced_as: 'anthropic',
} as const;
const GPT = {
  name: 'openai',
  wire: 'openai',
  models: ['gpt-5-mini', 'text-embedding-3-small'],
  priced_as: 'openai',
} as const;

/** The configuration file that the options of a gateway stand for. */
export function configurationFileOf(
  { providers = [CLAUDE, GPT], mode, routing, shadow, governance, cache, contents, servesUnlogged }: GatewayOptions,
  providerOrigin: string,
): ConfigurationFile {
  return {
    providers: providers.map((entry) => ({
      base_url: entry.wire === 'openai' ? `${providerOrigin}/v1` : providerOrigin,
      ...entry,
    })),
    ledger: {
      dimensions: { enabled: true },
      when_unavailable: servesUnlogged === true ? 'fail_open' : 'fail_closed',
    },
    ...(mode && { mode }),
    ...(routing && { routing }),
    ...(shadow && { shadow }),
    ...(governance && { governance }),
    ...(cache && { cache: { enabled: true, ...cache } }),
    ...(contents && { dashboard: { capture: { request: true, response: true } } }),
  } as ConfigurationFile;
}
