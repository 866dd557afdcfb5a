import { expect, it } from 'vitest';
import { tableText } from '../../../operator/table-text.ts';

it('prints one line per row below the names of all members', () => {
  const rows = [
    { gap: '12', reason: 'wrong shape\nof a\tline', lines: '1' },
    { gap: '3', closed_at: '2026-11-27', events: ['a', 'b'] },
  ];
  expect(tableText(rows).split('\n')).toEqual([
    'gap  reason                 lines  closed_at   events',
    '12   wrong shape of a line  1',
    '3                                  2026-11-27  a,b',
  ]);
});
