import { expect, it } from 'vitest';
import { ceilingOf, isWithin } from '../../../../domain/judges/basis-ceiling.ts';

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
] as const)('an outcome of kind %s up to %s is told by a %s as %s at most', (kind, ceiling, teller, most) => {
  expect(ceilingOf({ kind, ceiling }, teller)).toBe(most);
});

it('a basis is within a ceiling that is as strong', () => {
  expect(isWithin('reported', 'reported')).toBe(true);
  expect(isWithin('reported', 'measured')).toBe(true);
  expect(isWithin('measured', 'measured')).toBe(true);
  expect(isWithin('measured', 'reported')).toBe(false);
});
