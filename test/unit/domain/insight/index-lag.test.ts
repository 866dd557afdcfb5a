import { expect, it } from 'vitest';
import { behindSince, unreadGaps } from '../../../../domain/insight/index-lag.ts';

const SINCE = new Date('2026-03-05T00:00:00.000Z');
const after = (seconds: number): Date => new Date(SINCE.getTime() + seconds * 1_000);

it('is behind after traffic has waited longer than permitted', () => {
  expect(behindSince(SINCE, after(60), 60)).toBeUndefined();
  expect(behindSince(SINCE, after(60.001), 60)).toBe(SINCE);
});

it('is not behind if it is unknown, or if a clock is slower than the writer’s', () => {
  expect(behindSince(undefined, after(0), 60)).toBeUndefined();
  expect(behindSince(SINCE, after(-7_200), 60)).toBeUndefined();
});

it('adds a gap of every producer over a complete span', () => {
  const span = { from: after(0), to: after(9) };
  expect(unreadGaps(span)).toEqual([
    { producerClass: 'gateway_journal', ...span },
    { producerClass: 'control_plane_outbox', ...span },
  ]);
});
