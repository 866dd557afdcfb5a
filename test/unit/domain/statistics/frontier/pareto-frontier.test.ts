import { describe, expect, it } from 'vitest';
import { paretoFrontier } from '../../../../../domain/statistics/frontier/pareto-frontier.ts';

const point = (arm: string, cost: number | null, quality: number) => ({ arm, cost, quality });

describe('a Pareto frontier', () => {
  it('has the arms that no other arm beats, without an arm of unknown cost (by definition)', () => {
    const points = [
      point('A', 1, 0.7),
      point('B', 2, 0.7),
      point('C', 3, 0.8),
      point('D', 3, 0.85),
      point('E', 4, 0.84),
      point('F', null, 0.9),
    ];
    expect(paretoFrontier(points)).toEqual({ arms: ['A', 'D'], excluded: [{ arm: 'F', reason: 'unpriced' }] });
  });

  it('has equal arms together', () => {
    expect(paretoFrontier([point('A', 1, 0.5), point('B', 1, 0.5)]).arms).toEqual(['A', 'B']);
  });

  it('has an arm that cost nothing, which is a known cost', () => {
    expect(paretoFrontier([point('A', 0, 0.1), point('B', 1, 0.1)])).toEqual({ arms: ['A'], excluded: [] });
  });

  it('is empty without points', () => {
    expect(paretoFrontier([])).toEqual({ arms: [], excluded: [] });
  });
});
