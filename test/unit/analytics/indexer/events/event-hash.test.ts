import { expect, it } from 'vitest';
import { digitsOf, hashFromDigits, hashOf, HashWriter } from '../../../../../analytics/indexer/events/event-hash.ts';

// sha256('abc') begins with ba7816bf8f01cfea.
it('an event is identified by the first 64 bits of a SHA-256', () => {
  expect(Buffer.from(hashOf('abc'), 'latin1').toString('hex')).toBe('ba7816bf8f01cfea');
  expect(digitsOf(hashOf('abc'))).toBe('13436514500253700074');
  expect(hashFromDigits('13436514500253700074')).toBe(hashOf('abc'));
  expect(Buffer.from(hashFromDigits('255'), 'latin1').toString('hex')).toBe('00000000000000ff');
});

it('hashes are written with their lowest byte first', () => {
  const writer = new HashWriter(3);
  for (const hashed of [hashOf('abc'), hashOf('abc')]) writer.put(hashed);
  expect(Buffer.concat(writer.written).toString('hex')).toBe('eacf018fbf1678ba'.repeat(2));
});
