/** The winner of a comparison of two answers by a judge, or a tie. */
export const SWAP_WINNERS = ['baseline', 'candidate', 'tie'] as const;
export type SwapWinner = (typeof SWAP_WINNERS)[number];

/**
 * A number of swap trials with the same results. In a trial, a judge compared the same two answers in both orders, and
 * answered both times.
 */
export interface SwapTrials {
  readonly shownFirst: SwapWinner;
  readonly shownSwapped: SwapWinner;
  readonly trials: number;
}

/**
 * The agreement of swap trials between both orders. `rate` is the share of trials with different winners;
 * `rateWithTies` also counts a tie with a winner. Both are undefined without a trial, and 0 is best.
 */
export interface SwapFlips {
  readonly trials: number;
  readonly flips: number;
  /** The number of trials with a tie in one order and a winner in the other. */
  readonly tiedOnce: number;
  /** The number of trials with a tie in both orders. */
  readonly tiedTwice: number;
  readonly rate: number | undefined;
  readonly rateWithTies: number | undefined;
}

/** The agreement of trials between both orders. A tie has no winner, so a trial with a tie is not a flip. */
export function countSwapFlips(outcomes: readonly SwapTrials[]): SwapFlips {
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
