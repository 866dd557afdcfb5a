import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fairShare } from '../../../../domain/kernel/fair-share.ts';

it('is four times the free rest, and zero if others used everything', () => {
  expect([fairShare(1_000, 0), fairShare(1_000, 800), fairShare(1_000, 1_000), fairShare(1_000, 2_000)]).toEqual([
    800, 160, 0, 0,
  ]);
  expect([fairShare(1_000, 0, 1), fairShare(1_000, 500, 1)]).toEqual([500, 250]);
});

it('never exceeds the free amount, and a full share leaves four fifths of a fifth to the next', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), fc.nat(2 ** 40), (max, others) => {
      const share = fairShare(max, others);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(Math.max(0, max - others));
      const first = fairShare(max, 0);
      expect(fairShare(max, first)).toBe(Math.floor(((max - first) * 4) / 5));
    }),
  );
});
