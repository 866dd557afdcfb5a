import type { CalledEndpoint } from '../../models/protocols.ts';
import { matchesModel } from '../provider-block.ts';
import type { RouteRule, RoutingSettings, Tier } from './routing-settings.ts';

/** The properties of a call that rules depend on. */
export interface TierRequest {
  readonly endpoint: CalledEndpoint;
  /** The requested model. */
  readonly model: string;
  /** The owner of the caller's key. */
  readonly owner: string;
  /** The dimensions of the call by name: rules read its step class, agent and tags. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** The approximate number of input tokens, computed only if a rule needs it. */
  readonly inputTokens: () => number;
}

export interface TierPreferences {
  /** The tier that the caller names; undefined if the caller names none. */
  readonly named: string | undefined;
  /** The tier that the trace is pinned to; undefined if it is not pinned. */
  readonly pinned: string | undefined;
}

/** The reasons why a tier was chosen. */
export const DECISION_REASONS = ['override', 'pin', 'rule', 'default'] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

export interface TierDecision {
  readonly tier: Tier;
  readonly reason: DecisionReason;
  /** The id of the deciding rule; absent for other reasons. */
  readonly ruleId?: string;
}

/**
 * The tier that answers a call; undefined if no tier fits. Only tiers with the call's endpoint count, in this order:
 * the tier that the caller names, if calls are routed; the pinned tier of the trace; the tier of the first matching
 * rule; the default tier.
 */
export function decideTier(
  settings: RoutingSettings,
  call: TierRequest,
  { named, pinned }: TierPreferences,
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
  const { endpoint, model, owner, dimensions } = call;
  return (
    (rule.endpoints?.some((name) => name === endpoint) ?? true) &&
    isAmong(rule.models, model) &&
    isAmong(rule.stepClasses, dimensions['step_class']) &&
    isAmong(rule.agents, dimensions['agent']) &&
    (rule.owners?.includes(owner) ?? true) &&
    (rule.tags?.some(({ key, value }) => dimensions[`tag.${key}`] === value) ?? true) &&
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
