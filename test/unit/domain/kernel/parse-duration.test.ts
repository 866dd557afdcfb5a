import { expect, it } from 'vitest';
import { parseDuration } from '../../../../domain/kernel/parse-duration.ts';

it.each([
  ['0', 0],
  ['0s', 0],
  ['250ms', 250],
  ['1.5s', 1_500],
  ['1.25s0.125m', 8_750],
  ['90m', 5_400_000],
  ['1h30m', 5_400_000],
  ['720h', 2_592_000_000],
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each(['', '1', '1d', '-1h', 'h', '1 h', '1h-30m', 's1', '1.2345s', '1234567890s'])(
  '%s is not a duration',
  (text) => {
    expect(parseDuration(text)).toBe(undefined);
  },
);
