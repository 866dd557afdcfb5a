import { expect, it } from 'vitest';
import { quotedTexts } from '../../../../../contracts/ingest/lines/quoted-texts.ts';

it.each<[string, string[], string[]]>([
  ['{"user":"ada","n":1}', ['user', 'ada', 'n'], []],
  [JSON.stringify({ user: "O'Neil ü🚀\\" }), ['user', "O'Neil ü🚀\\"], []],
  [String.raw`{"user":"\u0061d\u0061"}`, ['user', 'ada'], []],
  ['"a"b"c"', ['a', 'c'], []],
  ['{"user":"ad', ['user'], ['ad']],
  [String.raw`{"user":"ad\u00`, ['user'], ['ad']],
  ['{"user":"ad\\', ['user'], ['ad']],
  ['{"user":"', ['user'], []],
  ['"line\nfeed"', ['line\nfeed'], []],
  ['no text', [], []],
])('the texts between quotation marks of %j are %j, and %j are cut off', (line, whole, cut) => {
  expect(quotedTexts(line)).toEqual({ whole: new Set(whole), cut: new Set(cut) });
});

it('the texts of a line within a text are found, also if the inner or the outer line is cut off', () => {
  const within = JSON.stringify({ user: 'ada "the"', tool: 'x' });
  const line = JSON.stringify({ text: within, known_by: 'id' });
  expect([...quotedTexts(line).whole]).toEqual(expect.arrayContaining(['text', 'user', 'ada "the"', 'tool', 'id']));
  expect(quotedTexts(JSON.stringify({ text: '{"user":"ad', known_by: 'id' })).cut).toEqual(new Set(['ad']));
  const outer = line.slice(0, line.indexOf('ada') + 2);
  expect(quotedTexts(outer)).toEqual({ whole: new Set(['text', 'user']), cut: new Set(['{"user":"ad', 'ad']) });
});

it('texts within texts are searched to a fixed depth', () => {
  const nested = (text: string): string => JSON.stringify({ text });
  expect(quotedTexts(nested(nested(nested('ada')))).whole).toContain('ada');
  expect(quotedTexts(nested(nested(nested(nested('ada'))))).whole).not.toContain('ada');
});
