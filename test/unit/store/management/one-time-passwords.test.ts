import { expect, it } from 'vitest';
import { normalizeNewPassword } from '../../../../domain/management/password.ts';
import { createOneTimePasswords } from '../../../../store/management/one-time-passwords.ts';

it('issues another password each time, which is long enough and expires after 24 hours', async () => {
  const clock = { now: () => new Date('2026-03-02T08:00:00.000Z') };
  const passwords = createOneTimePasswords({ hash: (text) => Promise.resolve(`hash of ${text}`) }, clock);
  const issued = await Promise.all(Array.from({ length: 50 }, () => passwords.issue()));
  expect(new Set(issued.map(({ text }) => text)).size).toBe(50);
  for (const { text, passwordHash, oneTimeUntil } of issued) {
    expect(text).toMatch(/^([2-9a-hjkmnp-z]{5}-){3}[2-9a-hjkmnp-z]{5}$/);
    expect(normalizeNewPassword(text)).toBe(text);
    expect(passwordHash).toBe(`hash of ${text}`);
    expect(oneTimeUntil).toEqual(new Date('2026-03-03T08:00:00.000Z'));
  }
});
