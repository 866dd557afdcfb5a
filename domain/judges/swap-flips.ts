/** The answer that a judge prefers of two, in either order of presentation. */
export const SWAP_WINNERS = ['baseline', 'candidate', 'tie'] as const;
export type SwapWinner = (typeof SWAP_WINNERS)[number];

/** Trials in which a judge was asked twice about the same two answers, in either order, and answered both times. */
export interface SwapTrials {
  readonly shownFirst: SwapWinner;
  readonly shownSwapped: SwapWinner;
  readonly trials: number;
}

/**
 * Swap trials by how their two orders agree. `rate` counts the orders that name different winners; `rateWithTies` also
 * counts a tie with a winner. Both are undefined without a trial, and 0 is best.
 */
export interface SwapFlips {
  readonly trials: number;
  readonly flips: number;
  /** A tie in one order, and a winner in the other. */
  readonly tiedOnce: number;
  /** A tie in both orders. */
  readonly tiedTwice: number;
  readonly rate: number | undefined;
  readonly rateWithTies: number | undefined;
}

/** The agreement between the two orders of trials. A tie names no winner, and so flips nothing by itself. */
export function swapFlipsOf(outcomes: readonly SwapTrials[]): SwapFlips {
  const trials = countOf(outcomes);
  const flips = countOf(outcomes.filter(isFlip));
  const tiedOnce = countOf(outcomes.filter((trial) => tiesOf(trial) === 1));
  const tiedTwice = countOf(outcomes.filter((trial) => tiesOf(trial) === 2));
  const shareOf = (count: number): number | undefined => (trials === 0 ? undefined : count / trials);
  return { trials, flips, tiedOnce, tiedTwice, rate: shareOf(flips), rateWithTies: shareOf(flips + tiedOnce) };
}

function tiesOf({ shownFirst, shownSwapped }: SwapTrials): number {
  return Number(shownFirst === 'tie') + Number(shownSwapped === 'tie');
}

function isFlip(trial: SwapTrials): boolean {
  return trial.shownFirst !== trial.shownSwapped && tiesOf(trial) === 0;
}

function countOf(outcomes: readonly SwapTrials[]): number {
  return outcomes.reduce((sum, { trials }) => sum + trials, 0);
}
