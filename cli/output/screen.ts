/** The properties of standard output that determine how text looks. */
export interface Screen {
  /** The width of the terminal in columns; undefined if the output is no terminal. */
  readonly width: number | undefined;
  readonly hasColor: boolean;
  /** True if the terminal shows characters beyond ASCII. */
  readonly hasUnicode: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const NARROWEST = 20;
const USUAL_WIDTH = 80;

/**
 * The screen of a stream. `TT_FORCE_TTY` makes it a terminal, with its number as the width. `NO_COLOR`,
 * `CLICOLOR_FORCE` and `TERM=dumb` have their usual meaning; `--color` decides before them.
 */
export function screenOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: Environment,
  color: 'auto' | 'always' | 'never',
): Screen {
  const forced = env['TT_FORCE_TTY'] ?? '';
  const isTerminal = stream.isTTY === true || forced !== '';
  const width = isTerminal
    ? Math.max(NARROWEST, positive(forced) ?? positive(env['COLUMNS']) ?? stream.columns ?? USUAL_WIDTH)
    : undefined;
  return { width, hasColor: hasColor(isTerminal, env, color), hasUnicode: hasUnicode(env) };
}

function hasColor(isTerminal: boolean, env: Environment, color: 'auto' | 'always' | 'never'): boolean {
  if (color !== 'auto') return color === 'always';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  if ((env['CLICOLOR_FORCE'] ?? '0') !== '0') return true;
  return isTerminal && env['TERM'] !== 'dumb';
}

function hasUnicode(env: Environment): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return /utf-?8/i.test(locale);
}

function positive(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}
