import { expect, it } from 'vitest';
import { lowerCaseKeywords } from '../../../../testing/statements/lower-case-keywords.ts';

it.each([
  [`SELECT name FROM runs r WHERE r.user = $1 AND state IN ('not', 'null') -- and so on`, []],
  ['select name FROM runs order by name', ['select', 'order', 'by']],
  ['SELECT left(name, 1) AS left, current_user FROM runs WHERE true', []],
  ['INSERT INTO runs values ($1) on conflict do NOTHING', ['values', 'on', 'conflict', 'do']],
])('%s', (text, words) => {
  expect(lowerCaseKeywords(text, ['select', 'order', 'left', 'current_user', 'true', 'on', 'do', 'user'])).toEqual(
    words,
  );
});
