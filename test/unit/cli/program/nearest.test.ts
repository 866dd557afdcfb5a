import { expect, it } from 'vitest';
import { nearest } from '../../../../cli/program/nearest.ts';

it.each([
  ['clud', 'cloud'],
  ['cluod', 'cloud'],
  ['confg', 'config'],
  ['c', undefined],
  ['something', undefined],
  ['x'.repeat(100_000), undefined],
])('the name nearest to %.20s is %s', (typed, expected) => {
  expect(nearest(typed, ['cloud', 'config', 'version'])).toBe(expected);
});
