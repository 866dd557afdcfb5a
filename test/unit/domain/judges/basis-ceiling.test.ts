import { expect, it } from 'vitest';
import { basisCeiling, isWithinCeiling } from '../../../../domain/judges/basis-ceiling.ts';

it.each([
  ['human', 'measured', 'person', 'measured'],
  ['human', 'measured', 'software', 'measured'],
  ['human', 'reported', 'person', 'reported'],
  ['judge', 'measured', 'person', 'reported'],
  ['judge', 'measured', 'software', 'measured'],
  ['check', 'measured', 'person', 'reported'],
  ['check', 'measured', 'software', 'measured'],
  ['external', 'reported', 'person', 'reported'],
  ['external', 'reported', 'software', 'reported'],
] as const)('an outcome of kind %s up to %s from a %s is %s at most', (kind, ceiling, teller, max) => {
  expect(basisCeiling({ kind, ceiling }, teller)).toBe(max);
});

it('a basis is within an equally strong ceiling', () => {
  expect(isWithinCeiling('reported', 'reported')).toBe(true);
  expect(isWithinCeiling('reported', 'measured')).toBe(true);
  expect(isWithinCeiling('measured', 'measured')).toBe(true);
  expect(isWithinCeiling('measured', 'reported')).toBe(false);
});
