import { expect, it } from 'vitest';
import { isSampled } from '../../../../../contracts/judges/work/is-sampled.ts';

const ids = Array.from({ length: 10_000 }, (_, number) => `request-${number}`);
const sampled = (evaluator: string, rate: number): string[] => ids.filter((id) => isSampled(evaluator, id, rate));

it('samples about the requested share, and different requests for different evaluators', () => {
  // The expected numbers are fixed, so that no later version samples other requests.
  expect([0, 0.05, 0.5, 1].map((rate) => sampled('judge.safety', rate).length)).toEqual([0, 517, 5_059, 10_000]);
  expect(sampled('judge.safety', 0.001)).toEqual([
    'request-3659',
    'request-4988',
    'request-7312',
    'request-7808',
    'request-9773',
  ]);
  const other = new Set(sampled('judge.relevance', 0.05));
  expect(sampled('judge.safety', 0.05).filter((id) => other.has(id)).length).toBe(25);
});

it('samples with a higher rate all requests of a lower one', () => {
  const more = new Set(sampled('judge.safety', 0.2));
  expect(sampled('judge.safety', 0.1).every((id) => more.has(id))).toBe(true);
});

it('separates the id of the evaluator from that of the request', () => {
  expect(isSampled('ab', 'c', 0.45)).not.toBe(isSampled('a', 'bc', 0.45));
});
