import type { RoutingBlock } from '../../../domain/gateway/routing/routing-block.ts';
import { sha256Digest } from '../../wire/canonical-json.ts';

/**
 * The digest of the parts of a routing block that decide which tier answers: `sha256:` and 64 hexadecimal digits. The
 * mode is no part of it, because a threshold is fitted in the mode `shadow` and serves in the mode `route`.
 */
export function routingFingerprint(routing: RoutingBlock | undefined): string {
  const { tiers = [], rules = [], default_tier = null, fallbacks = [] } = routing ?? {};
  return sha256Digest({ tiers, rules, default_tier, fallbacks });
}
