import { describe, expect, it } from 'vitest';
import { COMPOSED_METHODS, type ComposedMethodId } from '../../../../../domain/judges/methods/judge-methods.ts';
import type { ScoringEnding, JudgeCallEnding } from '../../../../../domain/judges/methods/scoring-ending.ts';

function combineVotes(method: ComposedMethodId, endings: readonly JudgeCallEnding[]): ScoringEnding {
  return COMPOSED_METHODS[method].combine(endings);
}

const ENDINGS: Readonly<Record<string, JudgeCallEnding>> = {
  p: { kind: 'voted', vote: 'pass' },
  f: { kind: 'voted', vote: 'fail' },
  a: { kind: 'voted', vote: 'abstained' },
  x: { kind: 'failed', code: 'timed_out' },
};
const seats = (letters: string): JudgeCallEnding[] => letters.split('').map((letter) => ENDINGS[letter]!);

describe('one model', () => {
  it.each([
    ['p', 'pass'],
    ['f', 'fail'],
    ['a', 'abstained'],
  ])('with the reply %s is the verdict, without a confidence', (letters, verdict) => {
    expect(combineVotes('pointwise-bool', seats(letters))).toEqual({
      kind: 'judged',
      verdict,
      isSplit: false,
      certainty: undefined,
    });
  });

  it('without a reply fails with the reason of its call', () => {
    expect(combineVotes('pointwise-bool', [])).toEqual({ kind: 'failed', code: 'panel_without_quorum' });
    expect(combineVotes('pointwise-bool', seats('x'))).toEqual({ kind: 'failed', code: 'timed_out' });
  });
});

describe('a panel', () => {
  it.each([
    ['ppp', 'pass', false, 1],
    ['ppf', 'pass', true, 2 / 3],
    ['fpf', 'fail', true, 2 / 3],
    ['ppa', 'pass', true, 2 / 3],
    ['ppx', 'pass', false, 2 / 3],
    ['ffx', 'fail', false, 2 / 3],
    ['pppff', 'pass', true, 3 / 5],
    ['pppfx', 'pass', true, 3 / 5],
    ['pffff', 'fail', true, 4 / 5],
    ['pppf', 'pass', true, 3 / 4],
    // Half of the votes is not a majority, and neither is a majority of only the votes that were given.
    ['ppff', 'abstained', true, undefined],
    ['ppfxx', 'abstained', true, undefined],
    ['pfa', 'abstained', true, undefined],
    ['pfx', 'abstained', true, undefined],
    ['paa', 'abstained', true, undefined],
    ['aaa', 'abstained', false, undefined],
    ['aax', 'abstained', false, undefined],
  ])('of %s has the verdict %s', (letters, verdict, isSplit, certainty) => {
    expect(combineVotes('panel', seats(letters))).toEqual({ kind: 'judged', verdict, isSplit, certainty });
  });

  it.each(['pxx', 'xxx', 'ppxx', ''])('of %s has no quorum', (letters) => {
    expect(combineVotes('panel', seats(letters))).toEqual({ kind: 'failed', code: 'panel_without_quorum' });
  });
});
