import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { createPasswordHasher } from '../../../../store/management/password-hasher.ts';

const passwords = createPasswordHasher();

it('hashes with argon2id as OWASP recommends, each time with another salt', async () => {
  const [one, other] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(other).not.toBe(one);
  expect([await passwords.matches(one, 'correct horse'), await passwords.matches(one, 'correct horsf')]).toEqual([
    true,
    false,
  ]);
});

it('matches nothing without a hash, for any password', async () => {
  expect(await passwords.matches(undefined, 'correct horse')).toBe(false);
  expect(await passwords.matches(undefined, '\u0000'.repeat(64))).toBe(false);
});

it.each([
  ['memory', { memoryCost: 9_216, timeCost: 2, parallelism: 1 }],
  ['passes', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }],
  ['lanes', { memoryCost: 19_456, timeCost: 2, parallelism: 2 }],
  ['kind', { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 1 }],
])('recognizes a hash with other %s, and still matches it', async (_name, parameters) => {
  const old = await hash('correct horse', parameters);
  expect([await passwords.isOutdated(old), await passwords.matches(old, 'correct horse')]).toEqual([true, true]);
  expect(await passwords.isOutdated(await passwords.hash('correct horse'))).toBe(false);
});

it('is busy with two concurrent hashes and forty waiting ones, and completes all of them', async () => {
  const own = createPasswordHasher();
  const hashes = Array.from({ length: 41 }, () => own.hash('x'));
  expect(own.isBusy()).toBe(false);
  hashes.push(own.hash('x'));
  expect(own.isBusy()).toBe(true);
  expect(new Set(await Promise.all(hashes)).size).toBe(42);
  expect(own.isBusy()).toBe(false);
});
