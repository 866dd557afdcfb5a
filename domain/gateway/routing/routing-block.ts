import { TEXT_ENDPOINTS, type TextEndpoint } from '../../models/protocols.ts';

/** The modes of the gateway: record a call, also record the tier that would have answered, or let that tier answer. */
export const GATEWAY_MODES = ['ledger', 'shadow', 'route'] as const;
export type GatewayMode = (typeof GATEWAY_MODES)[number];

/** The endpoints of tiers. Vectors of two models cannot be compared, so embeddings go to the requested model. */
export type RoutedEndpoint = TextEndpoint;
export const ROUTED_ENDPOINTS: readonly RoutedEndpoint[] = TEXT_ENDPOINTS;

/** An entry of `routing.tiers`. */
export interface TierEntry {
  readonly name: string;
  readonly model: string;
  /** Absent: the first of the list that has the model and that the key opens. */
  readonly provider?: string;
}

/**
 * An entry of `routing.rules`: it is about a call that all of its members are about. What is absent restricts nothing.
 */
export interface RouteRuleEntry {
  readonly id: string;
  readonly tier: string;
  /** Names, or what they begin with and a `*`; those that are asked for. */
  readonly models?: readonly string[];
  readonly endpoints?: readonly RoutedEndpoint[];
  readonly step_classes?: readonly string[];
  /** Names, or what they begin with and a `*`. */
  readonly agents?: readonly string[];
  readonly owners?: readonly string[];
  /** `<key>=<value>`; one of them is enough. */
  readonly tags?: readonly string[];
  readonly min_input_tokens?: number;
  readonly max_input_tokens?: number;
}

/** An entry of `routing.fallbacks`. */
export interface FallbackEntry {
  readonly tier: string;
  readonly to: readonly string[];
}

/** The block `routing` of the configuration file. */
export interface RoutingBlock {
  readonly tiers?: readonly TierEntry[];
  readonly rules?: readonly RouteRuleEntry[];
  readonly default_tier?: string;
  readonly overrides?: { readonly tier_header?: string };
  readonly fallbacks?: readonly FallbackEntry[];
  readonly retries?: { readonly attempts?: number; readonly within?: string | number };
  readonly affinity?: { readonly ttl?: string | number; readonly max_traces?: number };
}
