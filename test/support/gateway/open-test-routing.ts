import {
  openRouting,
  type Routing,
  type RoutingFile,
  type RoutingParts,
} from '../../../proxy/composition/open-routing.ts';
import { TierPins } from '../../../proxy/routing/tier-pins.ts';

/** What chooses tiers in a gateway of a test, and what it chose. */
interface TestRouting extends Routing {
  /** Each as `tier reason`. */
  readonly decisions: readonly string[];
  /** What became of calls that were to be made once more. */
  readonly shadowEnds: readonly string[];
}

/** A call is made once more where the share of `shadow` is more than a half. */
export function openTestRouting(
  file: RoutingFile,
  parts: Omit<RoutingParts, 'metrics' | 'pins' | 'random' | 'called'>,
): TestRouting {
  const [decisions, shadowEnds]: [string[], string[]] = [[], []];
  const metrics = {
    decided: (tier: string, reason: string) => void decisions.push(`${tier} ${reason}`),
    retried: () => undefined,
    shadowed: (end: string) => void shadowEnds.push(end),
  };
  const pins = new TierPins(parts.elapsed);
  return {
    ...openRouting(file, { ...parts, pins, metrics, random: () => 0.5, called: () => undefined }),
    decisions,
    shadowEnds,
  };
}
