const MAX_SHOWN = 4;
const MASK = '******';

/**
 * The beginning of a found text, so that people recognize it, and a mask of a fixed length. At most a quarter of the
 * text and four characters are shown.
 */
export function maskText(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_SHOWN));
  const shown = Math.min(MAX_SHOWN, Math.floor(text.length / 4));
  return `${characters.slice(0, shown).join('').replaceAll(/\s/g, ' ')}${MASK}`;
}
