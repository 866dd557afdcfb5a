import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPool } from '../../../../store/postgres/pool.ts';
import { parseTokenLocator, makeToken } from '../../../../store/tenancy/credential-token.ts';
import { createCredentialStore } from '../../../../store/tenancy/credential-store.ts';

/** A token with an independently computed checksum: CRC-32 by Python's zlib, in base 62. */
const TOKEN = `ttm_0123456789ab${'c'.repeat(64)}1I4nd2`;

describe('a token', () => {
  it('ends with its checksum', () => {
    expect(parseTokenLocator(TOKEN)).toBe('0123456789ab');
    expect(parseTokenLocator(TOKEN.slice(0, 80))).toBe('0123456789ab');
    const made = makeToken('runtime');
    expect(made.token).toMatch(/^ttv_[0-9a-f]{76}[0-9A-Za-z]{6}$/);
    expect(parseTokenLocator(made.token)).toBe(made.locator);
  });

  it('is invalid with any one digit changed, or two exchanged', () => {
    for (let at = 0; at < TOKEN.length; at += 1) {
      const other = TOKEN[at] === '1' ? '2' : '1';
      expect(parseTokenLocator(`${TOKEN.slice(0, at)}${other}${TOKEN.slice(at + 1)}`), String(at)).toBeUndefined();
    }
    expect(parseTokenLocator(TOKEN.replace('ab', 'ba'))).toBeUndefined();
  });

  it('with a typing error is refused before a database query', async () => {
    const nowhere = createPool('postgres://nobody@127.0.0.1:1/none');
    const store = createCredentialStore(nowhere, { now: () => new Date(0) });
    expect(await store.resolve(`${TOKEN.slice(0, -1)}!`)).toBeUndefined();
    expect(await store.resolve(TOKEN.replace('ab', 'ba'))).toBeUndefined();
    await expect(store.resolve(TOKEN)).rejects.toThrow();
    await nowhere.end();
  });

  it('matches the expression that SECURITY.md gives to scanners', () => {
    const [, expression = ''] = /^```regexp?\n(.+)\n```$/m.exec(readFileSync('SECURITY.md', 'utf8')) ?? [];
    const found = new RegExp(expression, 'g');
    const text = `key="${TOKEN}" old=${TOKEN.slice(0, 80)}; none=ttm_1234 x${TOKEN}`;
    expect([...text.matchAll(found)].map(([match]) => match)).toEqual([TOKEN, TOKEN.slice(0, 80)]);
  });
});
