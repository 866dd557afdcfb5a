import type { CalledEndpoint } from '../../models/protocols.ts';
import { matchesModel } from '../provider-block.ts';
import type { RouteRule, RoutingSettings, Tier } from './routing-settings.ts';

/** A call, as far as rules ask for it. */
export interface TierRequest {
  readonly endpoint: CalledEndpoint;
  /** The one that is asked for. */
  readonly model: string;
  /** The owner of its key. */
  readonly owner: string;
  /** The annotations that its row records: step class, agent and tags. */
  readonly annotations: Readonly<Record<string, string>>;
  /** The approximate number of input tokens; counted only if a rule asks. */
  readonly inputTokens: () => number;
}

export interface TierWishes {
  /** The tier that the caller names; undefined where it names none. */
  readonly named: string | undefined;
  /** The tier at which its trace stays; undefined where there is none. */
  readonly pinned: string | undefined;
}

/** The reasons why a tier was chosen. */
export const DECISION_REASONS = ['override', 'pin', 'rule', 'default'] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

export interface TierDecision {
  readonly tier: Tier;
  readonly reason: DecisionReason;
  /** The id of the rule that decided, if one did. */
  readonly ruleId?: string;
}

/**
 * The tier that answers a call, among those with its endpoint: the one that its caller names, if calls are routed; the
 * one that its trace is pinned to; that of the first rule that matches; or the default. Undefined if there is none.
 */
export function decideTier(
  settings: RoutingSettings,
  call: TierRequest,
  { named, pinned }: TierWishes,
): TierDecision | undefined {
  const fitting = (name: string | undefined): Tier | undefined => {
    const tier = name === undefined ? undefined : settings.tiers.get(name);
    return tier !== undefined && canAnswer(tier, call) ? tier : undefined;
  };
  const override = settings.mode === 'route' ? fitting(named) : undefined;
  if (override !== undefined) return { tier: override, reason: 'override' };
  const pin = fitting(pinned);
  if (pin !== undefined) return { tier: pin, reason: 'pin' };
  const rule = settings.rules.find((each) => canAnswer(each.tier, call) && isAbout(each, call));
  if (rule !== undefined) return { tier: rule.tier, reason: 'rule', ruleId: rule.id };
  const { defaultTier } = settings;
  return defaultTier !== undefined && canAnswer(defaultTier, call)
    ? { tier: defaultTier, reason: 'default' }
    : undefined;
}

function canAnswer({ endpoints }: Tier, { endpoint }: TierRequest): boolean {
  return endpoints.some((name) => name === endpoint);
}

function isAbout(rule: RouteRule, call: TierRequest): boolean {
  const { endpoint, model, owner, annotations } = call;
  return (
    (rule.endpoints?.some((name) => name === endpoint) ?? true) &&
    isAmong(rule.models, model) &&
    isAmong(rule.stepClasses, annotations['step_class']) &&
    isAmong(rule.agents, annotations['agent']) &&
    (rule.owners?.includes(owner) ?? true) &&
    (rule.tags?.some(({ key, value }) => annotations[`tag.${key}`] === value) ?? true) &&
    isOfSize(rule, call)
  );
}

function isOfSize({ minInputTokens: min, maxInputTokens: max }: RouteRule, { inputTokens }: TierRequest): boolean {
  if (min === 0 && max === Infinity) return true;
  const tokens = inputTokens();
  return tokens >= min && tokens <= max;
}

function isAmong(patterns: readonly string[] | undefined, name: string | undefined): boolean {
  if (patterns === undefined) return true;
  return name !== undefined && patterns.some((pattern) => matchesModel(pattern, name));
}
