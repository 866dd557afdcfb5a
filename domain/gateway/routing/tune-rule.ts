import type { RoutingSettings } from './routing-settings.ts';

/** The bounds of a rule that a calibration can replace, by their names in the configuration file. */
export const ROUTING_PARAMETERS = ['max_input_tokens', 'min_input_tokens'] as const;
export type RoutingParameter = (typeof ROUTING_PARAMETERS)[number];

/** A bound of a rule that an active calibration replaces. */
export interface TunedThreshold {
  readonly calibrationId: string;
  readonly ruleId: string;
  readonly parameter: RoutingParameter;
  /** The number of input tokens that replaces the configured one. */
  readonly threshold: number;
}

/** The settings with one bound of one rule replaced. */
export function tuneRule(settings: RoutingSettings, tuned: TunedThreshold): RoutingSettings {
  const { ruleId, parameter, threshold } = tuned;
  const bound = parameter === 'max_input_tokens' ? { maxInputTokens: threshold } : { minInputTokens: threshold };
  return { ...settings, rules: settings.rules.map((rule) => (rule.id === ruleId ? { ...rule, ...bound } : rule)) };
}
