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
  const told: string[] = [];
  const tell = (name: string): void => void batchEnds().then(() => told.push(name));
  tell('first');
  await vi.advanceTimersByTimeAsync(99);
  tell('second');
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['first', 'second']);
  tell('third');
  await vi.advanceTimersByTimeAsync(99);
  expect(told).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['first', 'second', 'third']);
});
