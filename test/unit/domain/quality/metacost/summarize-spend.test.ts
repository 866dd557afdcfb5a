import { expect, it } from 'vitest';
import { MEASUREMENT_KINDS } from '../../../../../domain/quality/metacost/measurement-kinds.ts';
import { summarizeSpend, type MeasuringSpend } from '../../../../../domain/quality/metacost/summarize-spend.ts';

const sums = (change: Partial<MeasuringSpend>): MeasuringSpend => ({
  ...{ kind: 'judges', calls: 2, nanoUsd: 3_000_000_000n, priced: 2, unpriced: 0, estimated: 0, ...change },
});
const NONE = { calls: 0, cost: { usd: '0', estimated: false, unpriced: false }, unpricedCalls: 0 };

it('spend of measurement is apart from that of the product, and unpriced calls are counted apart', () => {
  const { kinds, measurement, product } = summarizeSpend([
    sums({}),
    sums({ kind: 'experiments', calls: 3, nanoUsd: 500_000_000n, priced: 1, unpriced: 2, estimated: 1 }),
    sums({ kind: 'semantic_cache', calls: 1, nanoUsd: 0n, priced: 0, unpriced: 1 }),
    sums({ kind: 'product', calls: 9, nanoUsd: 70_000_000_000n, priced: 9 }),
  ]);
  expect(kinds.map(({ kind }) => kind)).toEqual([...MEASUREMENT_KINDS]);
  expect(kinds.filter(({ calls }) => calls > 0)).toEqual([
    { kind: 'judges', calls: 2, cost: { usd: '3', estimated: false, unpriced: false }, unpricedCalls: 0 },
    { kind: 'experiments', calls: 3, cost: { usd: '0.5', estimated: true, unpriced: false }, unpricedCalls: 2 },
    { kind: 'semantic_cache', calls: 1, cost: { usd: null, estimated: false, unpriced: true }, unpricedCalls: 1 },
  ]);
  expect(measurement).toEqual({
    ...{ calls: 6, cost: { usd: '3.5', estimated: true, unpriced: false }, unpricedCalls: 3 },
  });
  expect(product.cost.usd).toBe('70');
});

it('without calls, every kind costs 0', () => {
  const { kinds, measurement } = summarizeSpend([]);
  expect(kinds).toEqual(MEASUREMENT_KINDS.map((kind) => ({ kind, ...NONE })));
  expect(measurement).toEqual(NONE);
});
