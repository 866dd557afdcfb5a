import { expect, it } from 'vitest';
import {
  hashToDigits,
  hashFromDigits,
  hashText,
  HashWriter,
} from '../../../../../analytics/indexer/events/event-hash.ts';

// sha256('abc') begins with ba7816bf8f01cfea.
it('an event is identified by the first 64 bits of a SHA-256', () => {
  expect(Buffer.from(hashText('abc'), 'latin1').toString('hex')).toBe('ba7816bf8f01cfea');
  expect(hashToDigits(hashText('abc'))).toBe('13436514500253700074');
  expect(hashFromDigits('13436514500253700074')).toBe(hashText('abc'));
  expect(Buffer.from(hashFromDigits('255'), 'latin1').toString('hex')).toBe('00000000000000ff');
});

it('hashes are written with their lowest byte first', () => {
  const writer = new HashWriter(3);
  for (const hashed of [hashText('abc'), hashText('abc')]) writer.put(hashed);
  expect(Buffer.concat(writer.written).toString('hex')).toBe('eacf018fbf1678ba'.repeat(2));
});
