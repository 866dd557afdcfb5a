import { expect, it } from 'vitest';
import { isValidationDue } from '../../../../domain/judges/validation/is-validation-due.ts';

const AT = new Date('2026-03-01T00:00:00.000Z');
const SETTINGS = { intervalMs: 86_400_000, newLabels: 25 };
const after = (ms: number, labels: number) => ({ now: new Date(AT.getTime() + ms), labels });

it.each([
  ['was never validated', undefined, after(0, 0), true],
  ['was just validated', { at: AT, labels: 10 }, after(0, 10), false],
  ['has all but one of the new labels', { at: AT, labels: 10 }, after(1, 34), false],
  ['has the new labels', { at: AT, labels: 10 }, after(1, 35), true],
  ['lost labels that expired', { at: AT, labels: 100 }, after(1, 35), false],
  ['was validated almost an interval ago', { at: AT, labels: 10 }, after(86_399_999, 10), false],
  ['was validated an interval ago', { at: AT, labels: 10 }, after(86_400_000, 10), true],
  ['has a record from before labels were counted', { at: AT, labels: undefined }, after(1, 25), true],
])('a judge that %s is due or not', (_name, last, now, due) => {
  expect(isValidationDue(last, now, SETTINGS)).toBe(due);
});
