import { expect, it } from 'vitest';
import { TierPins } from '../../../../../domain/gateway/routing/tier-pins.ts';

it('a pin lasts a fixed time after its last call', () => {
  let now = 0;
  const pins = new TierPins(() => now);
  const settings = { pinMs: 100, maxPins: 10 };
  pins.keep('a', 'simple', settings);
  now = 99;
  expect(pins.find('a')).toBe('simple');
  pins.keep('a', 'simple', settings);
  now = 198;
  expect(pins.find('a')).toBe('simple');
  now = 199;
  expect([pins.find('a'), pins.find('b')]).toEqual([undefined, undefined]);
});

it('expired pins are removed, and above the maximum the one with the oldest call', () => {
  let now = 0;
  const pins = new TierPins(() => now);
  const keep = (trace: string): void => pins.keep(trace, 'simple', { pinMs: 100, maxPins: 2 });
  for (const trace of ['a', 'b', 'a', 'c']) keep(trace);
  expect([pins.size, pins.find('a'), pins.find('b'), pins.find('c')]).toEqual([2, 'simple', undefined, 'simple']);
  now = 100;
  keep('d');
  expect([pins.size, pins.find('d')]).toEqual([1, 'simple']);
});
