import { expect, it } from 'vitest';
import {
  credentialReadiness,
  type CredentialReadiness,
  type CredentialTimes,
} from '../../../../domain/tenancy/credential-readiness.ts';

const BEFORE = new Date('2026-03-02T07:59:59.999Z');
const NOW = new Date('2026-03-02T08:00:00.000Z');
const AFTER = new Date('2026-03-02T08:00:00.001Z');
const NEW: CredentialTimes = { readyAt: undefined, expiresAt: undefined, revokedAt: undefined };

it.each<[string, Partial<CredentialTimes>, CredentialReadiness]>([
  ['new', {}, 'minted'],
  ['held by every gateway', { readyAt: BEFORE }, 'ready'],
  ['held, and not expired yet', { readyAt: BEFORE, expiresAt: AFTER }, 'ready'],
  ['held, and expiring now', { readyAt: BEFORE, expiresAt: NOW }, 'expired'],
  ['new, and expired', { expiresAt: BEFORE }, 'expired'],
  ['revoked', { readyAt: BEFORE, revokedAt: BEFORE }, 'revoked'],
  ['revoked after it expired', { readyAt: BEFORE, expiresAt: BEFORE, revokedAt: NOW }, 'revoked'],
])('a credential that is %s has one state', (_, times, expected) => {
  expect(credentialReadiness({ ...NEW, ...times }, NOW)).toBe(expected);
});
