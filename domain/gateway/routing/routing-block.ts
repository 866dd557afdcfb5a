import { TEXT_ENDPOINTS, type TextEndpoint } from '../../models/protocols.ts';

/**
 * The modes of the gateway. `ledger`: it records calls. `shadow`: it also records the tier that would have answered.
 * `route`: that tier answers.
 */
export const GATEWAY_MODES = ['ledger', 'shadow', 'route'] as const;
export type GatewayMode = (typeof GATEWAY_MODES)[number];

/**
 * The endpoints of tiers. Embeddings of two models cannot be compared, so embedding calls always use the requested
 * model.
 */
export type RoutedEndpoint = TextEndpoint;
export const ROUTED_ENDPOINTS: readonly RoutedEndpoint[] = TEXT_ENDPOINTS;

/** An entry of `routing.tiers`. */
export interface TierEntry {
  readonly name: string;
  readonly model: string;
  /** The provider; absent for the first provider of the list that has the model and that the key allows. */
  readonly provider?: string;
}

/** An entry of `routing.rules`. It matches a call if all of its members match; an absent member restricts nothing. */
export interface RouteRuleEntry {
  readonly id: string;
  readonly tier: string;
  /** Names of requested models, or prefixes followed by `*`. */
  readonly models?: readonly string[];
  readonly endpoints?: readonly RoutedEndpoint[];
  readonly step_classes?: readonly string[];
  /** Names, or prefixes followed by `*`. */
  readonly agents?: readonly string[];
  readonly owners?: readonly string[];
  /** Tags as `<key>=<value>`; one match is enough. */
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
