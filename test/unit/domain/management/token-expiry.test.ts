import { expect, it } from 'vitest';
import { tokenExpiry } from '../../../../domain/management/token-expiry.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const SOON = new Date('2026-03-05T00:00:00.000Z');

it.each([
  ['90 days by default', undefined, undefined, '2026-05-30T12:00:00.000Z'],
  ['the own expiry by default, if it is earlier', undefined, SOON, '2026-03-05T00:00:00.000Z'],
  ['the stated instant', '2026-03-02T00:00:00.000Z', undefined, '2026-03-02T00:00:00.000Z'],
  ['at most 365 days', '2027-03-01T12:00:00.000Z', undefined, '2027-03-01T12:00:00.000Z'],
  ['at most the own expiry', '2026-03-05T00:00:00.000Z', SOON, '2026-03-05T00:00:00.000Z'],
])('is %s', (_name, stated, own, expected) => {
  expect(tokenExpiry(stated, own, NOW).toISOString()).toBe(expected);
});

it.each([
  ['the present', '2026-03-01T12:00:00.000Z', undefined, 'validation_failed'],
  ['more than 365 days', '2027-03-01T12:00:00.001Z', undefined, 'validation_failed'],
  ['a day that does not exist', '2026-02-30T00:00:00.000Z', undefined, 'validation_failed'],
  ['an instant after the own expiry', '2026-03-05T00:00:00.001Z', SOON, 'forbidden'],
])('is not %s', (_name, stated, own, code) => {
  expect(() => tokenExpiry(stated, own, NOW)).toThrow(expect.objectContaining({ code }) as Error);
});
