import { describe, expect, it } from 'vitest';
import { hideKey } from '../../../../proxy/answers/hide-key.ts';

const KEY = 'sk-proj-Zq3vN81LmKp0aBcDeFgHiJkWxYz3456';
const hide = (text: string, key = KEY): string => hideKey(Buffer.from(text), key).toString();

describe('pieces of a key in a text', () => {
  it.each<[string, string]>([
    ['whole', `Incorrect API key provided: ${KEY}.`],
    ['masked by stars', 'Incorrect API key provided: sk-proj-Z****3456. You can find'],
    ['masked with a short beginning', '"invalid key sk-...3456"'],
    ['masked by an ellipsis', 'key sk-proj-Zq3…3456'],
    ['masked by an escaped ellipsis', '"key sk-proj-Zq3\\u20263456"'],
    ['masked by bullets', 'key ••••••3456'],
    ['its end alone', 'key ending in ...3456'],
    ['its beginning alone', 'key sk-proj-Zq*** is not valid'],
    ['masked by crosses', 'key sk-proj-ZqXXXXXXXX3456'],
    ['its beginning without a mask', 'key beginning with sk-proj-Zq3v'],
    ['a part of its middle', 'fragment LmKp0aBc'],
    ['twice', 'sk-proj-Z****3456 and sk-proj-Z****3456'],
  ])('are hidden: %s', (_, text) => {
    const hidden = hide(text);
    expect(Buffer.byteLength(hidden)).toBe(Buffer.byteLength(text));
    expect(hidden).not.toMatch(/3456|Zq3|sk-proj-Z|LmKp/);
  });

  it('and nothing else: texts without pieces do not change', () => {
    const text = Buffer.from(
      'Keys look like sk-proj-... or sk-ant-***. Model gpt-5.. has 3456 tokens **left**, see docs... xxx',
    );
    expect(hideKey(text, KEY)).toBe(text);
  });

  it('are limited to the existing text, even at its beginning', () => {
    expect(hide(`${KEY} and later ...3456`)).toBe(`s${'*'.repeat(KEY.length - 1)} and later *******`);
  });

  it('in other forms', () => {
    expect(hide('Incorrect API key provided: fake-key-o****3456.', 'fake-key-of-the-operator-123456')).toBe(
      'Incorrect API key provided: ******************.',
    );
    expect(hide('no such key: provid******-key', 'provider-key')).not.toMatch(/provid|-key/);
  });

  it('are found in linear time', () => {
    // A quadratic search of these 4 million characters would exceed the time-out of the test.
    const text = '*'.repeat(1_000_000) + ' ..'.repeat(1_000_000);
    expect(hideKey(Buffer.from(text), KEY).toString()).toBe(text);
  });
});
