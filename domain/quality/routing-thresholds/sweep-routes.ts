import { paretoFrontier } from '../../statistics/frontier/pareto-frontier.ts';
import type { RoutedPair } from './routed-pair.ts';

/** The calls of a part if the cheap tier answers those with at most `cut` input tokens. */
export interface SweptRoute {
  readonly cut: number;
  readonly routed: number;
  /** The routed calls that only the dear tier would pass. */
  readonly losses: number;
  /** The calls that pass, of all. */
  readonly passes: number;
  /** The cost of the dear answers of the routed calls, minus that of the cheap ones; null if a cost is unknown. */
  readonly savingNanoUsd: bigint | null;
}

/** The calls of a part at each cut, in the order of the cuts. */
export function sweepRoutes(pairs: readonly RoutedPair[], cuts: readonly number[]): SweptRoute[] {
  return cuts.map((cut) => {
    const routed = pairs.filter(({ inputTokens }) => inputTokens <= cut);
    const gains = routed.filter(({ isCheapPassed, isDearPassed }) => isCheapPassed && !isDearPassed).length;
    const losses = routed.filter(({ isCheapPassed, isDearPassed }) => isDearPassed && !isCheapPassed).length;
    const dearPasses = pairs.filter(({ isDearPassed }) => isDearPassed).length;
    return {
      cut,
      routed: routed.length,
      losses,
      passes: dearPasses + gains - losses,
      savingNanoUsd: sumOrNull(
        routed.map(({ cheapNanoUsd, dearNanoUsd }) =>
          cheapNanoUsd === null || dearNanoUsd === null ? null : dearNanoUsd - cheapNanoUsd,
        ),
      ),
    };
  });
}

/** The cuts on the frontier of cost and quality; undefined if a saving is unknown. */
export function frontierCuts(routes: readonly SweptRoute[]): ReadonlySet<number> | undefined {
  const savings = routes.flatMap(({ savingNanoUsd }) => (savingNanoUsd === null ? [] : [savingNanoUsd]));
  if (savings.length < routes.length) return undefined;
  // Ranks are exact, and amounts of more than 9 million USD in nano-USD are not.
  const greatestFirst = [...new Set(savings)].sort((one, other) => (one > other ? -1 : 1));
  const { arms } = paretoFrontier(
    routes.map(({ cut, passes, savingNanoUsd }) => ({
      arm: String(cut),
      cost: greatestFirst.indexOf(savingNanoUsd ?? 0n),
      quality: passes,
    })),
  );
  return new Set(arms.map(Number));
}

/** The sum of amounts; null if one is unknown. */
export function sumOrNull(amounts: readonly (bigint | null)[]): bigint | null {
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n);
}
