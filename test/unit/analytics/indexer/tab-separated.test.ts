import { describe, expect, it } from 'vitest';
import { tabSeparated } from '../../../../analytics/indexer/tab-separated.ts';

describe('rows in the TabSeparated format', () => {
  it('hold cells of every kind', () => {
    const rows = [
      ['x', 1.5, true, null],
      ['y', -2, false, ''],
    ];
    expect([...tabSeparated(rows)].join('')).toBe('x\t1.5\ttrue\t\\N\ny\t-2\tfalse\t\n');
  });

  it('escape what would end a field or a line, and what would be read as null', () => {
    const rows = [['a\tb\nc\rd\0e\\f'], ['\\N']];
    expect([...tabSeparated(rows)].join('')).toBe('a\\tb\\nc\\rd\\0e\\\\f\n\\\\N\n');
  });

  it('come in pieces of many rows, none of them cut', () => {
    const rows = Array.from({ length: 3_000 }, (_, number) => [`${number}:`.padEnd(100, 'é')]);
    const pieces = [...tabSeparated(rows)];
    expect(pieces).toHaveLength(3);
    expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
    expect(pieces.join('')).toBe(rows.map(([text]) => `${text}\n`).join(''));
  });

  it('are nothing when there are none', () => {
    expect([...tabSeparated([])]).toEqual([]);
  });
});
