import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  positionsFromRuns,
  runsOfPositions,
  type PositionRuns,
} from '../../../../store/ingest/planning/position-runs.ts';

describe('runs of positions', () => {
  it('are half-open, and as few as possible', () => {
    const positions = new Map([
      ['user', [0, 1, 2, 5, 7, 8]],
      ['tags', [3]],
    ]);
    expect(runsOfPositions(positions)).toEqual({
      user: [
        [0, 3],
        [5, 6],
        [7, 9],
      ],
      tags: [[3, 4]],
    });
    expect(runsOfPositions(new Map())).toEqual({});
  });

  it('give the same positions back', () => {
    const sorted = fc.uniqueArray(fc.nat(50)).map((list) => list.sort((one, other) => one - other));
    fc.assert(
      fc.property(sorted, sorted, (user, tags) => {
        const positions = new Map([
          ['user', user],
          ['tags', tags],
        ]);
        const stored = JSON.parse(JSON.stringify(runsOfPositions(positions))) as PositionRuns;
        expect(positionsFromRuns(stored)).toEqual(positions);
      }),
    );
  });
});
