import { expect, it } from 'vitest';
import { replaceModel } from '../../../../proxy/routing/replace-model.ts';

const replaced = (text: string, model = 'new'): string => replaceModel(Buffer.from(text), model).toString();

it.each([
  ['{"model":"old","a":1}', '{"model":"new","a":1}'],
  ['{ "a" : [1.0, 2e3] ,\n "model" :\t"old" }', '{ "a" : [1.0, 2e3] ,\n "model" :\t"new" }'],
  // Only the member of the body itself.
  ['{"a":{"model":"x"},"model":"old","b":[{"model":"y"}]}', '{"a":{"model":"x"},"model":"new","b":[{"model":"y"}]}'],
  [
    '{"messages":["model","model"],"a":"model","model":"old"}',
    '{"messages":["model","model"],"a":"model","model":"new"}',
  ],
  // Texts that look like members, with quotes and backslashes in them.
  ['{"a":"\\"model\\":\\"x\\"","b":"\\\\","model":"old"}', '{"a":"\\"model\\":\\"x\\"","b":"\\\\","model":"new"}'],
  ['{"a":"}{][,","model":"o\\"l\\\\d"}', '{"a":"}{][,","model":"new"}'],
  // Twice, and with an escape in its name: nobody reads the old one.
  ['{"model":"old","mod\\u0065l":"old"}', '{"model":"new","mod\\u0065l":"new"}'],
  ['{"model":7,"model":"old"}', '{"model":7,"model":"new"}'],
  ['{"a":"ümläut 🙂","model":"ö","b":"é"}', '{"a":"ümläut 🙂","model":"new","b":"é"}'],
])('%s', (body, expected) => {
  expect(replaced(body)).toBe(expected);
});

it('writes a name with quotes as JSON does', () => {
  expect(replaced('{"model":"old"}', 'a"b')).toBe('{"model":"a\\"b"}');
});

it('leaves every other byte as it is, whatever the body holds', () => {
  const words = ['model', 'a', '"', '\\', '{', '}', '[', ']', ',', ':', ' ', 'é', '🙂', '\n', '\\u0022'];
  let seed = 7;
  const next = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const text = (): string => Array.from({ length: next(6) }, () => words[next(words.length)]).join('');
  const value = (depth: number): unknown =>
    [
      text,
      () => next(1_000),
      () => null,
      () => (depth > 2 ? [] : [value(depth + 1), value(depth + 1)]),
      () => (depth > 2 ? {} : { [text()]: value(depth + 1), model: text() }),
    ][next(5)]?.();
  for (let run = 0; run < 2_000; run += 1) {
    const [before, behind] = [{ [`x${text()}`]: value(0) }, { [`y${text()}`]: value(0) }];
    const body = JSON.stringify({ ...before, model: `old${text()}`, ...behind }, null, next(3));
    const changed = replaced(body);
    expect(JSON.parse(changed)).toEqual({ ...before, model: 'new', ...behind });
    const { model } = JSON.parse(body) as { model: string };
    expect(changed.length - body.length).toBe(JSON.stringify('new').length - JSON.stringify(model).length);
  }
});
