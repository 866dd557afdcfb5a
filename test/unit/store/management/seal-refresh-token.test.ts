import { expect, it } from 'vitest';
import { openRefreshToken, sealRefreshToken } from '../../../../store/management/seal-refresh-token.ts';

it('opens under the token of its session alone, and is another text each time', () => {
  const [one, other] = [sealRefreshToken('session', 'refresh ü'), sealRefreshToken('session', 'refresh ü')];
  expect([openRefreshToken('session', one), one.equals(other)]).toEqual(['refresh ü', false]);
  expect(() => openRefreshToken('another', one)).toThrow('was sealed under another token');
  const changed = Buffer.from(one);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  expect(() => openRefreshToken('session', changed)).toThrow('was sealed under another token');
});
