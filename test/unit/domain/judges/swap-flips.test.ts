import { describe, expect, it } from 'vitest';
import { SWAP_WINNERS, countSwapFlips } from '../../../../domain/judges/swap-flips.ts';

describe('swap flips', () => {
  it('are trials with different winners in both orders; a tie has no winner', () => {
    const flipping = SWAP_WINNERS.flatMap((shownFirst) =>
      SWAP_WINNERS.filter((shownSwapped) => countSwapFlips([{ shownFirst, shownSwapped, trials: 1 }]).flips === 1).map(
        (shownSwapped) => [shownFirst, shownSwapped],
      ),
    );
    expect(flipping).toEqual([
      ['baseline', 'candidate'],
      ['candidate', 'baseline'],
    ]);
  });

  it('are a share of all trials, including ties', () => {
    const outcomes = [
      { shownFirst: 'baseline', shownSwapped: 'baseline', trials: 20 },
      { shownFirst: 'baseline', shownSwapped: 'candidate', trials: 3 },
      { shownFirst: 'candidate', shownSwapped: 'baseline', trials: 2 },
      { shownFirst: 'tie', shownSwapped: 'candidate', trials: 15 },
    ] as const;
    expect(countSwapFlips(outcomes)).toEqual({
      trials: 40,
      flips: 5,
      tiedOnce: 15,
      tiedTwice: 0,
      rate: 0.125,
      rateWithTies: 0.5,
    });
  });

  it('are 0 if the order never decides, and unmeasured without trials', () => {
    const steady = [{ shownFirst: 'tie', shownSwapped: 'tie', trials: 4 }] as const;
    expect(countSwapFlips(steady)).toEqual({
      trials: 4,
      flips: 0,
      tiedOnce: 0,
      tiedTwice: 4,
      rate: 0,
      rateWithTies: 0,
    });
    const none = { trials: 0, flips: 0, tiedOnce: 0, tiedTwice: 0, rate: undefined, rateWithTies: undefined };
    expect(countSwapFlips([])).toEqual(none);
    expect(countSwapFlips([{ ...steady[0], trials: 0 }])).toEqual(none);
  });
});
