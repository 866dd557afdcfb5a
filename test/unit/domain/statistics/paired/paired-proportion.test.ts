import { expect, it } from 'vitest';
import { pairedProportion } from '../../../../../domain/statistics/paired/paired-proportion.ts';

it('a paired difference has the recomputed error and interval', () => {
  // 1,307 pairs, of which 382 and 94 differ.
  expect(pairedProportion(382, 94, 1_307, 0.95)).toEqual({
    difference: expect.closeTo(0.220352, 7) as number,
    se: expect.closeTo(0.0155402, 7) as number,
    low: expect.closeTo(0.1898937, 7) as number,
    high: expect.closeTo(0.2508102, 7) as number,
  });
});

it('the difference of exchanged arms is the opposite, and arms that never differ have none', () => {
  const { difference, low, high } = pairedProportion(94, 382, 1_307, 0.95);
  expect([difference, low, high].map((value) => value.toFixed(6))).toEqual(['-0.220352', '-0.250810', '-0.189894']);
  expect(pairedProportion(0, 0, 10, 0.95)).toEqual({ difference: 0, se: 0, low: 0, high: 0 });
});
