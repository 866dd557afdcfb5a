import { describe, expect, it } from 'vitest';
import { addSums, NO_SUMS } from '../../../../domain/insight/additive-sums.ts';
import { readSums, mapFigures } from '../../../../domain/insight/figure-sums.ts';
import { ADDITIVE_FIGURES, NO_FEEDBACK, NO_PROTECTION, NO_TEAM_RUNS } from '../../../../domain/insight/group-sums.ts';

describe('sums over disjoint facts', () => {
  it('are zero in every figure without facts', () => {
    expect(Object.entries(NO_SUMS)).toEqual(ADDITIVE_FIGURES.map((figure) => [figure, 0n]));
    expect(addSums(NO_SUMS, NO_SUMS)).toEqual(NO_SUMS);
  });

  it('are zero for absent kinds: verdicts, runs of teams, evaluations', () => {
    expect(NO_FEEDBACK).toEqual({ verdicts: 0n, ratedRequests: 0n });
    expect(NO_TEAM_RUNS).toEqual({ runs: 0n, untraced: 0n });
    expect(NO_PROTECTION).toEqual({
      eligible: 0n,
      evaluated: 0n,
      blocked: 0n,
      modified: 0n,
      errors: 0n,
      notExecuted: 0n,
      blockedRequests: 0n,
    });
  });

  it('are added figure by figure, with their signs', () => {
    const one = { ...NO_SUMS, admitted: 3n, nanos: -7n, pending: 1n };
    const other = { ...NO_SUMS, admitted: 4n, nanos: 5n, pending: -1n };
    expect(addSums(one, other)).toEqual({ ...NO_SUMS, admitted: 7n, nanos: -2n });
    expect([addSums(one, NO_SUMS), addSums(NO_SUMS, one)]).toEqual([one, one]);
  });

  it('are read from a list by the position of each figure, and are zero after its end', () => {
    const places = mapFigures((figure) => ADDITIVE_FIGURES.indexOf(figure));
    const list = ADDITIVE_FIGURES.map((_, index) => BigInt(index));
    expect(Object.entries(readSums(places, [9n, ...list], 1))).toEqual(
      ADDITIVE_FIGURES.map((figure, index) => [figure, BigInt(index)]),
    );
    expect(readSums(places, [7n], 0)).toEqual({ ...NO_SUMS, admitted: 7n });
  });

  it('do not change their inputs', () => {
    const one = { ...NO_SUMS, admitted: 3n };
    addSums(one, one);
    expect([one.admitted, NO_SUMS.admitted]).toEqual([3n, 0n]);
  });
});
