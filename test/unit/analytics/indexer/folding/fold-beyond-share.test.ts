import { describe, expect, it } from 'vitest';
import {
  foldBeyondShare,
  type HeldValues,
  type LineValues,
} from '../../../../../analytics/indexer/folding/fold-beyond-share.ts';

const NOTHING: HeldValues = { max: 20, count: 0, byKey: new Map(), known: new Set() };

const line = (index: number, key: string, ...values: string[]): LineValues => ({ index, key, values, isSummed: true });
/** Lines of a key, each with a value of its own. */
const flood = (count: number, key: string, from = 0): LineValues[] =>
  Array.from({ length: count }, (_, step) => line(from + step, key, `${key} ${step}`));

describe('values beyond a share', () => {
  it('are those of a single key after half of the maximum', () => {
    const { folded, added, addedByKey } = foldBeyondShare(flood(12, 'a'), NOTHING);
    expect(folded).toEqual([10, 11]);
    expect([added.size, addedByKey]).toEqual([10, new Map([['a', 10]])]);
  });

  it('are none below half of the maximum, for any keys', () => {
    const keys = Array.from({ length: 10 }, (_, index) => line(index, `key ${index % 4}`, `value ${index}`));
    expect(foldBeyondShare(keys, NOTHING)).toMatchObject({ folded: [] });
  });

  it('leave half of the rest to a key that starts after a flood', () => {
    const decision = foldBeyondShare([...flood(30, 'a'), ...flood(7, 'b', 30)], NOTHING);
    expect(decision.folded).toEqual([...Array.from({ length: 20 }, (_, step) => 10 + step), 35, 36]);
    expect(decision.addedByKey).toEqual(
      new Map([
        ['a', 10],
        ['b', 5],
      ]),
    );
  });

  it('are no known values, of the rollup or of earlier lines', () => {
    const full: HeldValues = { max: 20, count: 10, byKey: new Map([['a', 10]]), known: new Set(['old']) };
    const lines = [line(0, 'a', 'old'), line(1, 'a', 'new'), line(2, 'b', 'other'), line(3, 'a', 'other')];
    expect(foldBeyondShare(lines, full)).toEqual({
      folded: [1],
      added: new Set(['other']),
      addedByKey: new Map([['b', 1]]),
    });
  });

  it('fold a line with several values together, and add none of them', () => {
    const lines = [line(0, 'a', ...'abcdefgh'.split('')), line(1, 'a', 'i', 'j', 'k'), line(2, 'a', 'a', 'i', 'j')];
    expect(foldBeyondShare(lines, NOTHING)).toMatchObject({ folded: [1], addedByKey: new Map([['a', 10]]) });
  });

  it('are not added by lines that no rollup contains', () => {
    const verdicts = flood(12, 'a').map((each) => ({ ...each, isSummed: false }));
    expect(foldBeyondShare(verdicts, NOTHING)).toEqual({ folded: [], added: new Set(), addedByKey: new Map() });
    const full: HeldValues = { ...NOTHING, count: 10, byKey: new Map([['a', 10]]) };
    expect(foldBeyondShare(verdicts.slice(0, 2), full)).toMatchObject({ folded: [0, 1] });
  });

  it('never exceed the maximum, even if each line states another key', () => {
    const forged = Array.from({ length: 100 }, (_, index) => line(index, `key ${index}`, `value ${index}`));
    const { added } = foldBeyondShare(forged, NOTHING);
    expect(added.size).toBe(19);
  });

  it('are decided for a key that states more values than it added', () => {
    const shared: HeldValues = { max: 20, count: 4, byKey: new Map([['a', 9]]), known: new Set() };
    expect(foldBeyondShare(flood(3, 'a'), shared)).toMatchObject({ folded: [1, 2] });
  });
});
