import { describe, expect, it } from 'vitest';
import { frontierProbability, MAX_RESAMPLES } from '../../../../../domain/statistics/frontier/frontier-probability.ts';

const cell = (cost: number | null, quality: number) => ({ cost, quality });
const probabilities = (result: ReturnType<typeof frontierProbability>): unknown =>
  result.map(({ probability }) => probability);

describe('the probability to be on the frontier', () => {
  it('is 1 for an arm that leads on every item, and 0 for the others', () => {
    const items = Array.from({ length: 20 }, () => [cell(1, 1), cell(2, 0), cell(3, 1)]);
    expect(frontierProbability({ arms: ['A', 'B', 'C'], items, seed: 7, resamples: 200 })).toEqual([
      { arm: 'A', probability: 1, isOnFrontier: true },
      { arm: 'B', probability: 0, isOnFrontier: false },
      { arm: 'C', probability: 0, isOnFrontier: false },
    ]);
  });

  it('is uncertain for a dearer arm whose lead is one item', () => {
    const items = Array.from({ length: 40 }, (_, index) => [cell(1, index % 2), cell(2, index === 0 ? 1 : index % 2)]);
    const [cheap, dear] = frontierProbability({ arms: ['A', 'B'], items, seed: 1, resamples: 10_000 });
    expect(cheap).toEqual({ arm: 'A', probability: 1, isOnFrontier: true });
    expect(dear?.isOnFrontier).toBe(true);
    // A resample has the deciding item with the probability 1 - (39/40)^40.
    expect(Math.abs((dear?.probability ?? 0) - (1 - (39 / 40) ** 40))).toBeLessThan(0.015);
  });

  it('draws the same items for all arms, so equal arms are on the frontier together', () => {
    const items = Array.from({ length: 30 }, (_, index) => [cell(index, index % 3), cell(index, index % 3)]);
    const result = frontierProbability({ arms: ['A', 'B'], items, seed: 3, resamples: 500 });
    expect(probabilities(result)).toEqual([1, 1]);
  });

  it('is the same for the same seed, and differs for another', () => {
    const items = Array.from({ length: 25 }, (_, index) => [cell(1, index % 2), cell(2, index % 3 === 0 ? 1 : 0)]);
    const draw = (seed: number): unknown =>
      probabilities(frontierProbability({ arms: ['A', 'B'], items, seed, resamples: 300 }));
    expect(draw(11)).toEqual(draw(11));
    expect(draw(11)).not.toEqual(draw(12));
  });

  it('is null for an arm of unknown cost in any item, and unchanged for the others', () => {
    const items = Array.from({ length: 10 }, (_, index) => [
      cell(1, 1),
      cell(index === 3 ? null : 0, 1),
      cell(2, index % 2),
    ]);
    expect(frontierProbability({ arms: ['A', 'F', 'C'], items, seed: 5, resamples: 50 })).toEqual([
      { arm: 'A', probability: 1, isOnFrontier: true },
      { arm: 'F', probability: null, isOnFrontier: false, reason: 'unpriced' },
      { arm: 'C', probability: 0, isOnFrontier: false },
    ]);
  });

  it('is null without items', () => {
    expect(frontierProbability({ arms: ['A'], items: [], seed: 5, resamples: 50 })).toEqual([
      { arm: 'A', probability: null, isOnFrontier: false, reason: 'no_items' },
    ]);
  });

  it('draws at most the largest number of resamples, and at least one', () => {
    const items = [[cell(1, 1), cell(2, 0)]];
    const draw = (resamples: number): unknown =>
      probabilities(frontierProbability({ arms: ['A', 'B'], items, seed: 1, resamples }));
    expect(MAX_RESAMPLES).toBe(10_000);
    expect(draw(Number.MAX_SAFE_INTEGER)).toEqual([1, 0]);
    expect(draw(0)).toEqual([1, 0]);
  });
});
