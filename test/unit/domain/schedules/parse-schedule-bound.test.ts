import { expect, it } from 'vitest';
import { parseScheduleBound } from '../../../../domain/schedules/parse-schedule-bound.ts';

it.each([
  ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
  ['2099-12-31T23:59:59.999Z', '2099-12-31T23:59:59.999Z'],
  ['1999-12-31T23:00:00-01:00', '2000-01-01T00:00:00.000Z'],
  ['2000-01-01T00:00:00+00:01', undefined],
  ['2099-12-31T23:59:00-00:01', undefined],
  ['2026-02-30T00:00:00Z', undefined],
  ['tomorrow', undefined],
])('the bound %s of a schedule is %s', (text, instant) => {
  expect(parseScheduleBound(text)?.toISOString()).toBe(instant);
});
