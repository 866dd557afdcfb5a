import { nearestName } from '../../kernel/nearest-name.ts';
import { parseDuration } from '../../kernel/parse-duration.ts';
import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import type { ProviderEntry } from '../provider-block.ts';
import type {
  FallbackEntry,
  GatewayMode,
  RoutedEndpoint,
  RouteRuleEntry,
  RoutingBlock,
  TierEntry,
} from './routing-block.ts';
import { tierEndpoints } from './routing-settings.ts';

/** The parts of the block that rules read. Members with a wrong form are absent. */
export type ReadRoutingBlock = Omit<RoutingBlock, 'tiers' | 'rules' | 'fallbacks'> & {
  readonly fallbacks?: readonly (Partial<FallbackEntry> | undefined)[];
  readonly tiers?: readonly (Partial<TierEntry> | undefined)[];
  readonly rules?: readonly (Partial<RouteRuleEntry> | undefined)[];
};

/** The facts from outside the block that its rules need. */
export interface RoutingContext {
  readonly mode: GatewayMode | undefined;
  readonly providers: readonly (Partial<ProviderEntry> | undefined)[];
  /** True if tags are recorded. */
  readonly hasDimensions: boolean;
}

/** The maximum time for which a trace may be pinned. A provider's prompt cache lives for an hour at most. */
const MAX_TTL_MS = 24 * 3_600_000;

/** The maximum time for retries. Most callers and their clients give up earlier. */
const MAX_WITHIN_MS = 60_000;

/** The faults of the block, except faults in the form of its settings. */
export function findRoutingFaults(block: ReadRoutingBlock, context: RoutingContext): DocumentFault[] {
  const { tiers = [], rules = [], default_tier: byDefault, affinity, retries, fallbacks = [] } = block;
  const choosing = isChoosing(context.mode);
  return [
    ...(choosing && tiers.length === 0
      ? [{ path: ['mode'], detail: `is \`${context.mode}\`, which needs \`routing.tiers\`: add them` }]
      : []),
    ...tiers.flatMap((tier, index) => tierFaults(tier, { index, tiers, choosing }, context)),
    ...rules.flatMap((rule, index) => ruleFaults(rule, { index, rules, tiers }, context)),
    ...nameFaults(byDefault, tiers, ['routing', 'default_tier']),
    ...fallbacks.flatMap((_, index) => fallbackFaults({ index, fallbacks, tiers }, context)),
    ...(msOf(affinity?.ttl) > MAX_TTL_MS
      ? [{ path: ['routing', 'affinity', 'ttl'], detail: 'must be at most 24h' }]
      : []),
    ...(msOf(retries?.within) > MAX_WITHIN_MS
      ? [{ path: ['routing', 'retries', 'within'], detail: 'must be at most 60s' }]
      : []),
  ];
}

/** The settings that have no effect, so that nobody can have intended them. */
export function findRoutingWarnings(
  { tiers = [], rules = [], default_tier: byDefault, fallbacks = [] }: ReadRoutingBlock,
  { mode, providers, hasShadow }: Pick<RoutingContext, 'mode' | 'providers'> & { readonly hasShadow: boolean },
): DocumentFault[] {
  const idle = 'has no effect while `mode` is not `shadow` or `route`';
  const isIdle = !isChoosing(mode);
  const reaches = rules.map((rule) => reachOf(rule, tiers, providers));
  const unreached = rules.flatMap((_, index) => {
    const reach = reaches[index] ?? [];
    const taken = rules.slice(0, index).flatMap((rule, before) => (isAboutAll(rule) ? (reaches[before] ?? []) : []));
    const isTaken = reach.length > 0 && reach.every((endpoint) => taken.includes(endpoint));
    return isTaken
      ? [{ path: ['routing', 'rules', index], detail: 'is never used, because earlier rules match every such call' }]
      : [];
  });
  return [
    ...(isIdle && rules.length > 0 ? [{ path: ['routing', 'rules'], detail: idle }] : []),
    ...(isIdle && byDefault !== undefined ? [{ path: ['routing', 'default_tier'], detail: idle }] : []),
    ...(fallbacks.length > 0 && mode !== 'route'
      ? [{ path: ['routing', 'fallbacks'], detail: 'has no effect while `mode` is not `route`' }]
      : []),
    ...(hasShadow && mode !== 'shadow'
      ? [{ path: ['shadow'], detail: 'has no effect while `mode` is not `shadow`' }]
      : []),
    ...unreached,
  ];
}

interface PlacedTier {
  readonly index: number;
  readonly tiers: readonly (Partial<TierEntry> | undefined)[];
  /** True if tiers are called. Otherwise, they only select the answers to judge, and may have any provider. */
  readonly choosing: boolean;
}

function tierFaults(
  tier: Partial<TierEntry> | undefined,
  { index, tiers, choosing }: PlacedTier,
  { providers }: RoutingContext,
): DocumentFault[] {
  if (tier === undefined) return [];
  const { name, model, provider } = tier;
  const path = ['routing', 'tiers', index];
  const isTaken = name !== undefined && tiers.findIndex((other) => other?.name === name) < index;
  const known = wholeOf(providers);
  const isUnknown = provider !== undefined && known !== undefined && !known.some((entry) => entry.name === provider);
  return [
    ...(isTaken
      ? [{ path: [...path, 'name'], detail: 'is also the name of another tier: give each its own name' }]
      : []),
    ...(isUnknown ? [{ path: [...path, 'provider'], detail: `is not a provider of the file${near()}` }] : []),
    ...(isUnknown || !(choosing || provider !== undefined) ? [] : reachFaults()),
  ];

  function near(): string {
    const names = (known ?? []).map((entry) => entry.name);
    return hintAmong(provider ?? '', names);
  }

  function reachFaults(): DocumentFault[] {
    if (model === undefined || known === undefined) return [];
    if (tierEndpoints({ model, provider }, known).length > 0) return [];
    const who = provider === undefined ? 'a provider of the file' : `its provider ${provider}`;
    return [{ path: [...path, 'model'], detail: `is not a model of ${who}` }];
  }
}

interface PlacedRule extends Pick<PlacedTier, 'index' | 'tiers'> {
  readonly rules: readonly (Partial<RouteRuleEntry> | undefined)[];
}

function ruleFaults(
  rule: Partial<RouteRuleEntry> | undefined,
  { index, rules, tiers }: PlacedRule,
  { providers, hasDimensions }: RoutingContext,
): DocumentFault[] {
  if (rule === undefined) return [];
  const {
    id,
    tier,
    endpoints = [],
    tags,
    min_input_tokens: minInputTokens = 0,
    max_input_tokens: maxInputTokens = Infinity,
  } = rule;
  const path = ['routing', 'rules', index];
  const isTaken = id !== undefined && rules.findIndex((other) => other?.id === id) < index;
  const reach = reachOf({ ...(tier !== undefined && { tier }) }, tiers, providers);
  return [
    ...(isTaken ? [{ path: [...path, 'id'], detail: 'is also the id of another rule: give each its own id' }] : []),
    ...nameFaults(tier, tiers, [...path, 'tier']),
    ...endpoints.flatMap((endpoint, position) =>
      reach.length > 0 && !reach.includes(endpoint)
        ? [{ path: [...path, 'endpoints', position], detail: `is not an endpoint of the tier ${tier}` }]
        : [],
    ),
    ...(tags !== undefined && !hasDimensions
      ? [{ path: [...path, 'tags'], detail: 'needs tags, which need `ledger.dimensions.enabled`: set it to true' }]
      : []),
    ...(minInputTokens > maxInputTokens
      ? [{ path: [...path, 'max_input_tokens'], detail: 'is less than `min_input_tokens`, so no call matches' }]
      : []),
  ];
}

interface PlacedFallback extends Pick<PlacedTier, 'index' | 'tiers'> {
  readonly fallbacks: NonNullable<ReadRoutingBlock['fallbacks']>;
}

function fallbackFaults(
  { index, fallbacks, tiers }: PlacedFallback,
  { providers }: Pick<RoutingContext, 'providers'>,
): DocumentFault[] {
  const { tier, to = [] } = fallbacks[index] ?? {};
  const path = ['routing', 'fallbacks', index];
  const isTaken = tier !== undefined && fallbacks.findIndex((other) => other?.tier === tier) < index;
  const reach = reachOf({ ...(tier !== undefined && { tier }) }, tiers, providers);
  return [
    ...nameFaults(tier, tiers, [...path, 'tier']),
    ...(isTaken
      ? [{ path: [...path, 'tier'], detail: 'already has an entry in the list: merge the two entries' }]
      : []),
    ...to.flatMap((name, position) => {
      const at = [...path, 'to', position];
      const other = reachOf({ tier: name }, tiers, providers);
      const canAnswer = reach.length === 0 || other.length === 0 || reach.some((each) => other.includes(each));
      return [
        ...nameFaults(name, tiers, at),
        ...(name === tier ? [{ path: at, detail: 'is the tier itself: use `routing.retries` to call it again' }] : []),
        ...(canAnswer ? [] : [{ path: at, detail: `has no endpoint in common with the tier ${tier}` }]),
      ];
    }),
  ];
}

function msOf(duration: string | number | undefined): number {
  return duration === undefined ? 0 : (parseDuration(String(duration)) ?? 0);
}

function nameFaults(
  name: string | undefined,
  tiers: readonly (Partial<TierEntry> | undefined)[],
  path: DocumentPath,
): DocumentFault[] {
  // A tier with an invalid name may be the intended one.
  const names = tiers.map((tier) => tier?.name);
  if (name === undefined || names.includes(name) || names.includes(undefined)) return [];
  const known = names.filter((each) => each !== undefined);
  return [{ path, detail: `is not a tier of the file${hintAmong(name, known)}` }];
}

function hintAmong(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  if (near !== undefined) return ` (did you mean \`${near}\`?)`;
  return names.length === 0 ? '' : ` (the tiers are ${names.join(', ')})`;
}

/** The endpoints at which a rule can match a call; empty if they are unknown. */
function reachOf(
  rule: Pick<Partial<RouteRuleEntry>, 'tier' | 'endpoints'> | undefined,
  tiers: readonly (Partial<TierEntry> | undefined)[],
  providers: readonly (Partial<ProviderEntry> | undefined)[],
): readonly RoutedEndpoint[] {
  const tier = tiers.find((each) => each?.name !== undefined && each.name === rule?.tier);
  const known = wholeOf(providers);
  if (tier?.model === undefined || known === undefined) return [];
  const can = tierEndpoints({ model: tier.model, provider: tier.provider }, known);
  return rule?.endpoints === undefined ? can : can.filter((endpoint) => rule.endpoints?.includes(endpoint));
}

/** The providers; undefined unless all of them have a valid form. */
function wholeOf(providers: readonly (Partial<ProviderEntry> | undefined)[]): readonly ProviderEntry[] | undefined {
  const isWhole = (entry: Partial<ProviderEntry> | undefined): entry is ProviderEntry =>
    entry?.name !== undefined && entry.wire !== undefined && entry.models?.includes(undefined as never) === false;
  return providers.every(isWhole) ? providers : undefined;
}

function isAboutAll(rule: Partial<RouteRuleEntry> | undefined): boolean {
  if (rule === undefined) return false;
  const {
    models,
    step_classes: steps,
    agents,
    owners,
    tags,
    min_input_tokens: minInputTokens,
    max_input_tokens: maxInputTokens,
  } = rule;
  const isOpen = [steps, agents, owners, tags, minInputTokens, maxInputTokens].every((member) => member === undefined);
  return isOpen && (models?.includes('*') ?? true);
}

function isChoosing(mode: GatewayMode | undefined): boolean {
  return mode === 'shadow' || mode === 'route';
}
