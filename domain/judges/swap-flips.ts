/** Which of two answers a judge prefers, whichever of them it was shown first. */
export const SWAP_WINNERS = ['baseline', 'candidate', 'tie'] as const;
export type SwapWinner = (typeof SWAP_WINNERS)[number];

/** Trials in which a judge was asked twice about the same two answers, in either order, and answered both times. */
export interface SwapTrials {
  readonly shownFirst: SwapWinner;
  readonly shownSwapped: SwapWinner;
  readonly trials: number;
}

/** How many trials there were, and in how many the order decided; the rate is undefined without a trial, and 0 is best. */
export interface SwapFlips {
  readonly trials: number;
  readonly flips: number;
  readonly rate: number | undefined;
}

/** The share of trials whose two orders named different winners. A tie names none, and so flips nothing. */
export function swapFlipsOf(outcomes: readonly SwapTrials[]): SwapFlips {
  const trials = countOf(outcomes);
  const flips = countOf(outcomes.filter(isFlip));
  return { trials, flips, rate: trials === 0 ? undefined : flips / trials };
}

function isFlip({ shownFirst, shownSwapped }: SwapTrials): boolean {
  return shownFirst !== shownSwapped && shownFirst !== 'tie' && shownSwapped !== 'tie';
}

function countOf(outcomes: readonly SwapTrials[]): number {
  return outcomes.reduce((sum, { trials }) => sum + trials, 0);
}
