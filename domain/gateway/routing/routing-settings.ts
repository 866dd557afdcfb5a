import { parseDuration } from '../../kernel/parse-duration.ts';
import { servesCall, type ProviderEntry } from '../provider-block.ts';
import {
  ROUTED_ENDPOINTS,
  type GatewayMode,
  type RoutedEndpoint,
  type RouteRuleEntry,
  type RoutingBlock,
  type TierEntry,
} from './routing-block.ts';

/** The defaults of the block, in the notation of the file. */
export const ROUTING_DEFAULTS = { affinityTtl: '5m', maxTraces: 100_000 } as const;

/** A model and the providers that serve it. */
export interface Tier {
  readonly name: string;
  readonly model: string;
  /** The provider; undefined for the first provider of the list that has the model and that the key allows. */
  readonly provider: string | undefined;
  /** The endpoints at which a provider serves the model. */
  readonly endpoints: readonly RoutedEndpoint[];
}

export interface RouteRule {
  readonly id: string;
  readonly tier: Tier;
  readonly models: readonly string[] | undefined;
  readonly endpoints: readonly RoutedEndpoint[] | undefined;
  readonly stepClasses: readonly string[] | undefined;
  readonly agents: readonly string[] | undefined;
  readonly owners: readonly string[] | undefined;
  readonly tags: readonly Tag[] | undefined;
  /** The minimum number of input tokens; 0 if the rule sets none. */
  readonly minInputTokens: number;
  /** The maximum number of input tokens; `Infinity` if the rule sets none. */
  readonly maxInputTokens: number;
}

export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** The block with its defaults, for the modes that choose a tier. */
export interface RoutingSettings {
  readonly mode: Exclude<GatewayMode, 'ledger'>;
  readonly tiers: ReadonlyMap<string, Tier>;
  /** The rules. The first one that matches a call applies. */
  readonly rules: readonly RouteRule[];
  readonly defaultTier: Tier | undefined;
  /** The fallbacks of each tier, by its name, in the order of preference. */
  readonly fallbacks: ReadonlyMap<string, readonly Tier[]>;
  /** The milliseconds for which a trace stays pinned to its tier after its last call; 0 disables pinning. */
  readonly pinMs: number;
  /** The maximum number of pinned traces that a process remembers. */
  readonly maxPins: number;
}

/** The settings of routing; undefined if no tier is chosen. Defaults are applied only here. */
export function routingSettings(
  mode: GatewayMode | undefined,
  block: RoutingBlock = {},
  providers: readonly ProviderEntry[] = [],
): RoutingSettings | undefined {
  if (mode === undefined || mode === 'ledger') return undefined;
  const tiers = new Map((block.tiers ?? []).map((entry) => [entry.name, tierOf(entry, providers)]));
  return {
    mode,
    tiers,
    rules: (block.rules ?? []).flatMap((entry) => {
      const tier = tiers.get(entry.tier);
      return tier === undefined ? [] : [ruleOf(entry, tier)];
    }),
    defaultTier: block.default_tier === undefined ? undefined : tiers.get(block.default_tier),
    fallbacks: new Map(
      (block.fallbacks ?? []).map(({ tier, to }) => [
        tier,
        to.map((name) => tiers.get(name)).filter((each) => each !== undefined),
      ]),
    ),
    pinMs: parseDuration(String(block.affinity?.ttl ?? ROUTING_DEFAULTS.affinityTtl)) ?? 0,
    maxPins: block.affinity?.max_traces ?? ROUTING_DEFAULTS.maxTraces,
  };
}

function tierOf({ name, model, provider }: TierEntry, providers: readonly ProviderEntry[]): Tier {
  return { name, model, provider, endpoints: tierEndpoints({ model, provider }, providers) };
}

/** The endpoints at which the providers of a tier serve its model. */
export function tierEndpoints(
  { model, provider }: Pick<Tier, 'model' | 'provider'>,
  providers: readonly Pick<ProviderEntry, 'name' | 'wire' | 'models'>[],
): RoutedEndpoint[] {
  const serving = providers.filter(({ name }) => provider === undefined || name === provider);
  return ROUTED_ENDPOINTS.filter((endpoint) => serving.some((entry) => servesCall(entry, endpoint, model)));
}

function ruleOf(entry: RouteRuleEntry, tier: Tier): RouteRule {
  const { id, models, endpoints, agents, owners } = entry;
  return {
    ...{ id, tier, models, endpoints, agents, owners },
    stepClasses: entry.step_classes,
    tags: entry.tags?.map(tagOf),
    minInputTokens: entry.min_input_tokens ?? 0,
    maxInputTokens: entry.max_input_tokens ?? Infinity,
  };
}

function tagOf(text: string): Tag {
  const equals = text.indexOf('=');
  return { key: text.slice(0, equals), value: text.slice(equals + 1) };
}
