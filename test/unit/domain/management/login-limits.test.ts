import { expect, it } from 'vitest';
import { KNOWN_NETWORK_MS, loginLimits } from '../../../../domain/management/login-limits.ts';

const OF_NETWORK = { key: 'network 192.0.2.1', max: 30, forgottenMs: 10_000 };
const ATTEMPT = { name: 'ada', network: '192.0.2.1' };

it('limits the attempts for a name, and those of each network', () => {
  expect(loginLimits({ ...ATTEMPT, isKnownNetwork: false })).toEqual([
    OF_NETWORK,
    { key: 'name ada', max: 10, forgottenMs: 60_000 },
  ]);
});

it('limits the user separately from strangers if the user has logged in before', () => {
  expect(loginLimits({ ...ATTEMPT, isKnownNetwork: true })).toEqual([
    OF_NETWORK,
    { key: 'name ada 192.0.2.1', max: 10, forgottenMs: 60_000 },
  ]);
});

it('remembers a user’s network for 30 days', () => {
  expect(KNOWN_NETWORK_MS).toBe(2_592_000_000);
});
