import { expect, it } from 'vitest';
import { keyStatusAt } from '../../../../domain/gateway/key-status.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const BEFORE = new Date('2026-03-01T11:59:59.999Z');
const AFTER = new Date('2026-03-01T12:00:00.001Z');

it.each([
  ['active', undefined, undefined],
  ['active', undefined, AFTER],
  ['expired', undefined, NOW],
  ['expired', undefined, BEFORE],
  ['revoked', BEFORE, undefined],
  ['revoked', BEFORE, AFTER],
  ['revoked', BEFORE, BEFORE],
] as const)('is %s if revoked at %s and expiring at %s', (status, revokedAt, expiresAt) => {
  expect(keyStatusAt({ revokedAt, expiresAt }, NOW)).toBe(status);
});
