import type { Screen } from './screen.ts';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const;

export type Style = keyof typeof CODES;

/** The text in a style, or unchanged on a screen without colours. */
export function paint({ hasColor }: Pick<Screen, 'hasColor'>, style: Style, text: string): string {
  return hasColor && text !== '' ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
}
