import { describe, expect, it } from 'vitest';
import { StreamKeyHider } from '../../../../proxy/answers/stream-key-hider.ts';

const KEY = 'sk-proj-Zq3vN81LmKp0aBcDeFgHiJkWxYz3456';
const hiderOf = (headers: Record<string, string> = {}): StreamKeyHider => StreamKeyHider.of(KEY, headers)!;

describe('a stream with a key to hide', () => {
  it.each([
    ['whole events', ['data: {"a":1}\n\n', 'data: {"error":null,"key":1}\n\ndata: 2\r\n\r\n', ': ping\r\r']],
    ['events in pieces without the word error', ['data: {"a', '":1}', '\n', '\ndata: [', 'DONE]\n\n']],
  ])('is passed on unchanged and immediately: %s', (_name, pieces) => {
    const hider = hiderOf();
    for (const piece of pieces.map((text) => Buffer.from(text))) expect(hider.pass(piece, false)).toBe(piece);
    expect(hider.end()).toEqual([]);
  });

  it('delays only as many bytes as a key has, minus one, while an event may be an error', () => {
    const hider = hiderOf();
    const text = 'data: {"text":"the error was mine, and this goes on and on';
    const shown = hider.pass(Buffer.from(text), false).toString();
    expect(text.length - shown.length).toBe(KEY.length - 1);
    expect(shown + hider.pass(Buffer.from('"}\n\n'), false).toString()).toBe(`${text}"}\n\n`);
    const next = Buffer.from('data: {"text":"mine"');
    expect(hider.pass(next, false)).toBe(next);
  });

  it('hides a key with any division of its event', () => {
    const text = `data: {"error":{"message":"Wrong key ${KEY}, or sk-proj-Z*********3456 in ${KEY}${KEY}."}}\n\n`;
    for (let first = 1; first < text.length; first += 1)
      for (const second of [first + 1, first + 9, first + 60]) {
        const hider = hiderOf();
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)].filter(
          (one) => one !== '',
        );
        const shown = pieces.map((piece, index) =>
          hider.pass(Buffer.from(piece), index === pieces.length - 1).toString(),
        );
        const all = shown.join('') + hider.end().join('');
        expect(all).toHaveLength(text.length);
        expect(all).not.toMatch(/3456|Zq3|LmKp|sk-proj-Z|WxYz/);
      }
  });

  it('is not changed without an operator’s key, or if it is compressed', () => {
    expect(StreamKeyHider.of(undefined, {})).toBeUndefined();
    expect(StreamKeyHider.of(KEY, { 'content-encoding': 'gzip' })).toBeUndefined();
  });
});
