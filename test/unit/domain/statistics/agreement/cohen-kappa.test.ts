import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohenKappa, kappaInterval, type CohenKappa } from '../../../../../domain/statistics/agreement/cohen-kappa.ts';
import { toCountTable } from './count-labels.ts';

type Pair = readonly [number, number];

const pairs = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 40 });

/** Kappa by its definition: the agreement of the raters, and the agreement of any two of their ratings. */
function byDefinition(rated: readonly Pair[]): number {
  const agreed = rated.filter(([one, other]) => one === other).length / rated.length;
  const crossed = rated.flatMap(([one]) => rated.map(([, other]) => one === other));
  const byChance = crossed.filter(Boolean).length / crossed.length;
  return (agreed - byChance) / (1 - byChance);
}

/** The error by the delta method, with measured instead of derived slopes of kappa. */
function errorBySlopes(table: readonly (readonly number[])[]): number {
  const items = table.flat().reduce((sum, count) => sum + count, 0);
  const shares = table.map((row) => row.map((count) => count / items));
  const kappaOf = (of: readonly (readonly number[])[]): number => {
    const all = of.flat().reduce((sum, share) => sum + share, 0);
    const agreed = of.reduce((sum, row, index) => sum + (row[index] as number), 0) / all;
    const byChance = of.reduce((sum, row, index) => {
      const column = of.reduce((total, other) => total + (other[index] as number), 0);
      return sum + (row.reduce((total, share) => total + share, 0) * column) / all ** 2;
    }, 0);
    return (agreed - byChance) / (1 - byChance);
  };
  const step = 1e-6;
  const moved = (row: number, column: number, by: number): number =>
    kappaOf(shares.map((of, one) => of.map((share, other) => (one === row && other === column ? share + by : share))));
  const slopes = shares.map((row, one) =>
    row.map((_, other) => (moved(one, other, step) - moved(one, other, -step)) / (2 * step)),
  );
  const squares = shares.flatMap((row, one) =>
    row.map((share, other) => share * (slopes[one]?.[other] as number) ** 2),
  );
  const means = shares.flatMap((row, one) => row.map((share, other) => share * (slopes[one]?.[other] as number)));
  const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0);
  return Math.sqrt((sum(squares) - sum(means) ** 2) / items);
}

const present = (table: readonly (readonly number[])[]): CohenKappa => {
  const kappa = cohenKappa(table);
  if (kappa.state === 'absent') throw new Error(kappa.reason);
  return kappa;
};

describe('Cohen’s kappa', () => {
  // The source is SAS, as printed in table 10 of statsmodels' test_inter_rater.py.
  it('has the value, the error and the interval of SAS', () => {
    const kappa = present([
      [0, 4, 1],
      [0, 8, 0],
      [0, 1, 5],
    ]);
    const interval = kappaInterval(kappa, 1.9599639845400543);
    expect(kappa.items).toBe(19);
    expect([kappa.value.toFixed(4), kappa.standardError?.toFixed(4)]).toEqual(['0.4842', '0.1380']);
    expect([interval?.lower.toFixed(4), interval?.upper.toFixed(4)]).toEqual(['0.2137', '0.7547']);
  });

  it('equals its definition', () => {
    fc.assert(
      fc.property(pairs, (rated) => {
        const kappa = cohenKappa(toCountTable(rated));
        if (kappa.state === 'present') expect(kappa.value).toBeCloseTo(byDefinition(rated), 10);
        else expect(new Set(rated.flat()).size).toBe(1);
      }),
    );
  });

  it('has the error of its slopes', () => {
    fc.assert(
      fc.property(pairs, (rated) => {
        const table = toCountTable(rated);
        const kappa = cohenKappa(table);
        fc.pre(kappa.state === 'present');
        expect(kappa.standardError ?? 0).toBeCloseTo(errorBySlopes(table), 6);
      }),
    );
  });

  it('is equal for both orders of raters', () => {
    fc.assert(
      fc.property(pairs, (rated) => {
        const swapped = rated.map(([one, other]) => [other, one] as const);
        const [kappa, other] = [cohenKappa(toCountTable(rated)), cohenKappa(toCountTable(swapped))];
        if (kappa.state === 'absent' || other.state === 'absent') expect(other).toEqual(kappa);
        else {
          expect(other.value).toBe(kappa.value);
          expect(other.standardError ?? -1).toBeCloseTo(kappa.standardError ?? -1, 12);
        }
      }),
    );
  });

  it('meets a floor exactly if the fraction does', () => {
    // (n agreed - chance) / (n² - chance) is one half, and three fifths, in integers.
    expect(
      present([
        [3, 1],
        [1, 3],
      ]).value,
    ).toBe(0.5);
    expect(
      present([
        [4, 1],
        [1, 4],
      ]).value,
    ).toBe(0.6);
    expect(
      present([
        [30_000_000, 10_000_000],
        [10_000_000, 30_000_000],
      ]).value,
    ).toBe(0.5);
  });

  it('is a measured 0 if raters agree as often as by chance', () => {
    expect(
      present([
        [4, 2],
        [2, 1],
      ]).value,
    ).toBe(0);
    expect(
      present([
        [5, 0],
        [3, 0],
      ]).value,
    ).toBe(0);
  });

  it('is 1 without an error for full agreement, and -1 for none', () => {
    expect(
      cohenKappa([
        [7, 0],
        [0, 2],
      ]),
    ).toEqual({ state: 'present', value: 1, items: 9, standardError: undefined });
    expect(
      cohenKappa([
        [0, 4],
        [4, 0],
      ]),
    ).toEqual({ state: 'present', value: -1, items: 8, standardError: undefined });
    expect(
      kappaInterval(
        present([
          [7, 0],
          [0, 2],
        ]),
        1.96,
      ),
    ).toBeUndefined();
  });

  it('has an error if two items differ', () => {
    expect(
      present([
        [6, 1],
        [0, 2],
      ]).standardError,
    ).toBeGreaterThan(0.1);
  });

  it('is absent without items, and with only one category', () => {
    expect(cohenKappa([])).toEqual({ state: 'absent', reason: 'nothing_compared' });
    expect(
      cohenKappa([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual({ state: 'absent', reason: 'nothing_compared' });
    expect(
      cohenKappa([
        [12, 0],
        [0, 0],
      ]),
    ).toEqual({ state: 'absent', reason: 'one_category' });
  });

  it('has an interval between -1 and 1', () => {
    const kappa = { state: 'present', value: 0.9, items: 10, standardError: 0.2 } as const;
    expect(kappaInterval(kappa, 2)).toEqual({ lower: 0.5, upper: 1 });
    expect(kappaInterval({ ...kappa, value: -0.9 }, 2)).toEqual({ lower: -1, upper: -0.5 });
  });
});
