import { describe, expect, it } from 'vitest';
import type { Screen } from '../../../../cli/output/screen.ts';
import { tableText, type Column } from '../../../../cli/output/table.ts';
import { textWidth } from '../../../../cli/output/text-width.ts';

const COLUMNS: readonly Column[] = [
  { title: 'STATUS' },
  { title: 'NAME', canShrink: true },
  { title: 'COST', isNumber: true },
];
const ROWS = [
  ['ready', 'Weekly spend of all teams by model', '$1,234.5678'],
  ['failed', '日本語の名前です', '$0'],
];

function screen(width: number | undefined, more: Partial<Screen> = {}): Screen {
  return { width, hasColor: false, hasUnicode: true, ...more };
}

describe('a table', () => {
  it('has complete values between tabs if the output is no terminal', () => {
    expect(tableText(COLUMNS, ROWS, screen(undefined))).toBe(
      'STATUS\tNAME\tCOST\nready\tWeekly spend of all teams by model\t$1,234.5678\nfailed\t日本語の名前です\t$0',
    );
  });

  it('aligns numbers at their end, and counts wide characters twice', () => {
    expect(tableText(COLUMNS, ROWS, screen(80))).toBe(
      [
        'STATUS  NAME                                       COST',
        'ready   Weekly spend of all teams by model  $1,234.5678',
        'failed  日本語の名前です                             $0',
      ].join('\n'),
    );
  });

  it('shortens only texts that can shrink, from their middle', () => {
    expect(tableText(COLUMNS, ROWS, screen(40))).toBe(
      [
        'STATUS  NAME                        COST',
        'ready   Weekly sp…s by model $1,234.5678'
          .replace('el $', 'el  $')
          .replace('Weekly sp…s by model ', 'Weekly sp… by model '),
        'failed  日本語の名前です              $0',
      ].join('\n'),
    );
  });

  it.each([20, 30, 40, 80, 200])('has no line wider than a terminal of %i columns, and no cut number', (width) => {
    const text = tableText(COLUMNS, ROWS, screen(width));
    expect(Math.max(...text.split('\n').map(textWidth))).toBeLessThanOrEqual(width);
    expect(text.replaceAll('\n', '').replaceAll(' ', '')).toContain('$1,234.5678');
  });

  it('removes control characters, so that a name cannot move the cursor', () => {
    expect(tableText([{ title: 'N' }], [['a\u001b[2Jb\nc']], screen(undefined))).toBe('N\na[2Jb c');
  });

  it('has bold titles on a screen with colours', () => {
    expect(tableText([{ title: 'N' }], [['a']], screen(80, { hasColor: true }))).toBe('\u001b[1mN\u001b[0m\na');
  });
});
