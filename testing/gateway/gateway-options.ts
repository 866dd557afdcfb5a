import type { RequestListener } from 'node:http';
import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import type { CacheBlock } from '../../domain/gateway/cache/cache-block.ts';
import type { GovernanceBlock } from '../../domain/gateway/governance/governance-block.ts';
import type { TunedThreshold } from '../../domain/gateway/routing/tune-rule.ts';
import type { ProviderEntry } from '../../domain/gateway/provider-block.ts';
import type { LineWriter } from '../../journal/source/journal.ts';
import type { RoutingFile } from '../../proxy/composition/open-routing.ts';
import type { ConnectionLimits } from '../../transport/limit-connections.ts';
import type { FakeCacheStores } from './fake-cache-stores.ts';

export interface GatewayOptions extends Omit<RoutingFile, 'providers'> {
  /** The server that answers for every provider of `providers`. */
  readonly provider: RequestListener;
  readonly providers?: readonly (Omit<ProviderEntry, 'base_url'> & { readonly base_url?: string })[];
  /** The block `governance`, over leases in memory. */
  readonly governance?: GovernanceBlock;
  /** The limit of bytes of all bodies together. Default: more than any test needs. */
  readonly maxBodyBytes?: number;
  /** The limits of connections. Default: more than any test needs. */
  readonly connections?: Partial<ConnectionLimits>;
  /** The program that reads large bodies. It replaces the gateway's program. */
  readonly readingProgram?: string;
  /** The writer that replaces a journal on the disk. */
  readonly writer?: Pick<LineWriter, 'appendLines'>;
  /** True to serve calls while their rows cannot be stored. */
  readonly servesUnlogged?: boolean;
  /** The block `cache` of the configuration file; its entries are in the memory of the test. */
  readonly cache?: CacheBlock;
  /** The stores of the cache that several gateways of a test share. Default: separate stores. */
  readonly stored?: FakeCacheStores;
  /** The store of captured prompts and answers. */
  readonly contents?: Pick<ContentStore, 'keep' | 'wanted'>;
  /** The active routing thresholds, by workspace. */
  readonly tuned?: readonly (readonly [workspaceId: string, threshold: TunedThreshold])[];
  /** True to create spans for a test that collects them. */
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

/** The configuration file for the options of a gateway. */
export function makeConfigurationFile(
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
