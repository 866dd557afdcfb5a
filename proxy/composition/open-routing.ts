import type { ProviderEntry } from '../../domain/gateway/provider-block.ts';
import type { GatewayMode, RoutingBlock } from '../../domain/gateway/routing/routing-block.ts';
import { retrySettings, type RetrySettings } from '../../domain/gateway/routing/retry-settings.ts';
import { routingSettings } from '../../domain/gateway/routing/routing-settings.ts';
import { shadowSettings, type ShadowBlock } from '../../domain/gateway/routing/shadow-settings.ts';
import { Router, type RouterParts } from '../routing/router.ts';
import type { RoutingMetrics } from '../routing/routing-metrics.ts';
import { ShadowCalls, type ShadowParts } from '../forwarding/shadow-calls.ts';

/** The parts of the configuration file that decide which provider and model answer a call. */
export interface RoutingFile {
  readonly mode?: GatewayMode;
  readonly providers?: readonly ProviderEntry[];
  readonly routing?: RoutingBlock;
  readonly shadow?: ShadowBlock;
}

export interface RoutingParts extends Omit<ShadowParts, 'settings' | 'ended'>, Pick<RouterParts, 'pins' | 'tuned'> {
  readonly metrics: RoutingMetrics;
}

export interface Routing {
  /** Undefined if no tier is chosen. */
  readonly router: Router | undefined;
  readonly retries: RetrySettings;
  /** Undefined if no shadow calls are made. */
  readonly shadows: ShadowCalls | undefined;
}

/** Opens the router of a configuration file, and its shadow calls. */
export function openRouting(
  { mode, providers, routing, shadow }: RoutingFile,
  { pins, tuned, metrics, ...parts }: RoutingParts,
): Routing {
  const settings = routingSettings(mode, routing, providers);
  return {
    retries: retrySettings(routing),
    router: settings && new Router({ settings, tuned, pins, metrics }),
    shadows:
      mode === 'shadow'
        ? new ShadowCalls({ ...parts, settings: shadowSettings(shadow), ended: metrics.shadowed })
        : undefined,
  };
}
