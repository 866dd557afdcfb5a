import { describe, expect, it } from 'vitest';
import { screenOf } from '../../../../cli/output/screen.ts';

const TERMINAL = { isTTY: true, columns: 100 };
const PIPE = {};

describe('the screen', () => {
  it.each([
    ['a terminal', TERMINAL, {}, 'auto', { width: 100, hasColor: true, hasUnicode: false }],
    ['a pipe', PIPE, {}, 'auto', { width: undefined, hasColor: false, hasUnicode: false }],
    ['a terminal of unknown width', { isTTY: true }, {}, 'auto', { width: 80, hasColor: true, hasUnicode: false }],
    ['COLUMNS', TERMINAL, { COLUMNS: '132' }, 'auto', { width: 132, hasColor: true, hasUnicode: false }],
    ['TT_FORCE_TTY', PIPE, { TT_FORCE_TTY: '40' }, 'auto', { width: 40, hasColor: true, hasUnicode: false }],
    ['NO_COLOR', TERMINAL, { NO_COLOR: '1' }, 'auto', { width: 100, hasColor: false, hasUnicode: false }],
    ['an empty NO_COLOR', TERMINAL, { NO_COLOR: '' }, 'auto', { width: 100, hasColor: true, hasUnicode: false }],
    ['CLICOLOR_FORCE', PIPE, { CLICOLOR_FORCE: '1' }, 'auto', { width: undefined, hasColor: true, hasUnicode: false }],
    ['TERM=dumb', TERMINAL, { TERM: 'dumb' }, 'auto', { width: 100, hasColor: false, hasUnicode: false }],
    ['--color always', PIPE, { NO_COLOR: '1' }, 'always', { width: undefined, hasColor: true, hasUnicode: false }],
    ['--color never', TERMINAL, { CLICOLOR_FORCE: '1' }, 'never', { width: 100, hasColor: false, hasUnicode: false }],
    ['a UTF-8 locale', PIPE, { LANG: 'de_DE.UTF-8' }, 'auto', { width: undefined, hasColor: false, hasUnicode: true }],
    [
      'LC_ALL before LANG',
      PIPE,
      { LC_ALL: 'C', LANG: 'C.UTF-8' },
      'auto',
      { width: undefined, hasColor: false, hasUnicode: false },
    ],
  ] as const)('follows %s', (_name, stream, env, color, expected) => {
    expect(screenOf(stream, env, color)).toEqual(expected);
  });
});
