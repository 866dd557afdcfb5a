import { expect, it } from 'vitest';
import { toPostRequest, replaceModel, type BodyBytes } from '../../../../proxy/body/body-bytes.ts';
import { BodyScanner } from '../../../../proxy/body/body-scanner.ts';

/** A scanned body that arrived in pieces of this number of bytes. */
function bytesOf(text: string, length = Infinity): BodyBytes {
  const body = Buffer.from(text);
  const scanner = new BodyScanner();
  scanner.take(body);
  const scanned = scanner.end();
  if ('status' in scanned || scanned.model === undefined) throw new Error(`It has no model: ${text}`);
  const pieces = Array.from({ length: Math.max(1, Math.ceil(body.length / length)) }, (_, index) =>
    body.subarray(length === Infinity ? 0 : index * length, (index + 1) * length),
  );
  return { pieces, size: body.length, model: scanned.model };
}

function replaced(text: string, model = 'new', length?: number): string {
  const { pieces, size, model: at } = replaceModel(bytesOf(text, length), model);
  const body = Buffer.concat(pieces);
  expect([size, body.subarray(at?.start, at?.end).toString()]).toEqual([body.length, JSON.stringify(model)]);
  return body.toString();
}

it.each([
  ['{"model":"old","a":1}', '{"model":"new","a":1}'],
  ['{ "a" : [1.0, 2e3] ,\n "model" :\t"old" }', '{ "a" : [1.0, 2e3] ,\n "model" :\t"new" }'],
  // Only the member of the body itself changes.
  ['{"a":{"model":"x"},"model":"old","b":[{"model":"y"}]}', '{"a":{"model":"x"},"model":"new","b":[{"model":"y"}]}'],
  [
    '{"messages":["model","model"],"a":"model","model":"old"}',
    '{"messages":["model","model"],"a":"model","model":"new"}',
  ],
  // Texts that contain quotes and backslashes and look like members.
  ['{"a":"\\"model\\":\\"x\\"","b":"\\\\","model":"old"}', '{"a":"\\"model\\":\\"x\\"","b":"\\\\","model":"new"}'],
  ['{"a":"}{][,","model":"o\\"l\\\\d"}', '{"a":"}{][,","model":"new"}'],
  ['{"mod\\u0065l":"old"}', '{"mod\\u0065l":"new"}'],
  ['{"a":"ümläut 🙂","model":"ö","b":"é"}', '{"a":"ümläut 🙂","model":"new","b":"é"}'],
])('%s', (body, expected) => {
  for (const length of [undefined, 1, 7]) expect(replaced(body, 'new', length)).toBe(expected);
});

it('writes a name with quotes like JSON', () => {
  expect(replaced('{"model":"old"}', 'a"b')).toBe('{"model":"a\\"b"}');
});

it('leaves every other byte unchanged, for any content', () => {
  const words = ['model', 'a', '"', '\\', '{', '}', '[', ']', ',', ':', ' ', 'é', '🙂', '\n', '\\u0022'];
  let seed = 7;
  const next = (max: number): number => (seed = (seed * 48_271) % 2_147_483_647) % max;
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
    const changed = replaced(body, 'new', [undefined, 1, 5][run % 3]);
    expect(JSON.parse(changed)).toEqual({ ...before, model: 'new', ...behind });
    const { model } = JSON.parse(body) as { model: string };
    expect(changed.length - body.length).toBe(JSON.stringify('new').length - JSON.stringify(model).length);
  }
});

it('is sent in its pieces, repeatedly, with its length', async () => {
  const small = bytesOf('{"model":"a"}');
  const post = { method: 'POST', path: '/v1', body: small.pieces[0], headers: ['a', 'b'] };
  expect(toPostRequest('/v1', small, ['a', 'b'])).toEqual(post);
  const large = bytesOf('{"model":"a"}', 4);
  for (let time = 0; time < 2; time += 1) {
    const { body, headers } = toPostRequest('/v1', large, ['a', 'b']);
    const sent: Buffer[] = [];
    for await (const piece of body) sent.push(piece as Buffer);
    expect([sent, headers]).toEqual([large.pieces, ['a', 'b', 'content-length', '13']]);
  }
});
