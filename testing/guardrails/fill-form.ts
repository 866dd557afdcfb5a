import type { Random } from '../random.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

/** The alphabets that forms name. */
const ALPHABETS: Readonly<Record<string, string>> = {
  letter: UPPER + LOWER,
  alnum: UPPER + LOWER + DIGITS,
  url: `${UPPER}${LOWER}${DIGITS}-_`,
  base64: `${UPPER}${LOWER}${DIGITS}+/`,
  lower: LOWER + DIGITS,
  upper: UPPER + DIGITS,
  base32: `${UPPER}234567`,
  hex: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  digit: DIGITS,
  bech32: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

/**
 * A random text of a form: `ghp_<alnum:36>` is `ghp_` and 36 letters and digits, and `<uuid>` has five groups of
 * hexadecimal digits. The first and the last character of
 * each part are letters or digits.
 */
export function fillForm(form: string, random: Random): string {
  return form
    .replaceAll('<uuid>', '<hex:8>-<hex:4>-<hex:4>-<hex:4>-<hex:12>')
    .replaceAll(/<(\w+):(\d+)>/g, (_part, name: string, length: string) => {
      const alphabet = ALPHABETS[name]!;
      const plain = alphabet.replaceAll(/[^A-Za-z0-9]/g, '');
      return Array.from({ length: Number(length) }, (_, index) =>
        random.pick((index === Number(length) - 1 || index === 0 ? plain : alphabet).split('')),
      ).join('');
    });
}
