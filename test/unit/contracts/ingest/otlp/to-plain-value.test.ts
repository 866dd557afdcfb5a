import { expect, it } from 'vitest';
import { toPlainValue } from '../../../../../contracts/ingest/otlp/to-plain-value.ts';

it.each<[string, unknown, unknown]>([
  ['a text', { stringValue: '' }, ''],
  ['a truth', { boolValue: false }, false],
  ['a whole number', { intValue: '0' }, 0],
  ['one with more digits than a number can have', { intValue: '9007199254740993' }, '9007199254740993'],
  ['a broken one', { doubleValue: 0.5 }, 0.5],
  ['a list', { arrayValue: { values: [{ stringValue: 'a' }, {}] } }, ['a', null]],
  ['an empty list', { arrayValue: {} }, []],
  ['a mapping', { kvlistValue: { values: [{ key: 'a', value: { intValue: 1 } }, null] } }, { a: 1 }],
  ['bytes, which no message is', { bytesValue: 'AA==' }, null],
  ['nothing', null, null],
  ['an invalid value', ['a'], null],
])('%s is written like JSON', (_, value, expected) => {
  expect(toPlainValue(value)).toEqual(expected);
});
