import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEndBatcher } from '../../../../activities/comparisons/end-batcher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('releases all waiting calls within a tenth of a second together, and later calls later', async () => {
  const batchEnds = createEndBatcher();
  const released: string[] = [];
  const wait = (name: string): void => void batchEnds().then(() => released.push(name));
  wait('first');
  await vi.advanceTimersByTimeAsync(99);
  wait('second');
  expect(released).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(released).toEqual(['first', 'second']);
  wait('third');
  await vi.advanceTimersByTimeAsync(99);
  expect(released).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(released).toEqual(['first', 'second', 'third']);
});
