/** True for the UTF-16 unit of an ASCII letter or digit. */
export function isLetterOrDigit(unit: number): boolean {
  return isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

/** True for the UTF-16 unit of a character that continues an ASCII word: a letter, a digit or `_`. */
export function isWordUnit(unit: number): boolean {
  return isLetterOrDigit(unit) || unit === 95;
}

/** True for the UTF-16 unit of an ASCII digit. */
export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** True for the UTF-16 unit of an ASCII capital letter. */
export function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

/** The membership of UTF-16 units in a set of ASCII characters. */
export function unitSet(characters: string): (unit: number) => boolean {
  const members = new Uint8Array(128);
  for (const character of characters) members[character.charCodeAt(0)] = 1;
  return (unit) => unit < 128 && members[unit] === 1;
}

export const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
