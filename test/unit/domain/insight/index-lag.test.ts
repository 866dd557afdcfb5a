import { expect, it } from 'vitest';
import { behindSince, unreadGaps } from '../../../../domain/insight/index-lag.ts';

const SINCE = new Date('2026-03-05T00:00:00.000Z');
const after = (seconds: number): Date => new Date(SINCE.getTime() + seconds * 1_000);

it('is behind once traffic has waited for longer than it may', () => {
  expect(behindSince(SINCE, after(60), 60)).toBeUndefined();
  expect(behindSince(SINCE, after(60.001), 60)).toBe(SINCE);
});

it('is not behind where nobody knows, nor where a clock goes after the one that wrote', () => {
  expect(behindSince(undefined, after(0), 60)).toBeUndefined();
  expect(behindSince(SINCE, after(-7_200), 60)).toBeUndefined();
});

it('leaves a gap of every producer over all of a span', () => {
  const span = { from: after(0), to: after(9) };
  expect(unreadGaps(span)).toEqual([
    { producerClass: 'gateway_journal', ...span },
    { producerClass: 'control_plane_outbox', ...span },
  ]);
});
