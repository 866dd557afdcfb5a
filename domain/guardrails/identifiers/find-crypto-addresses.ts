import type { TextFinding, Findings } from '../text/text-finding.ts';
import { isLetterOrDigit, isWordUnit } from '../text/word-characters.ts';

/** The alphabet of Bech32 (BIP 173), by the values of its characters. */
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** The constants of the two checksums: Bech32, and Bech32m (BIP 350). */
const CHECKSUMS: readonly number[] = [1, 0x2bc830a3];

const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

/** The kinds of addresses by the part before the separator `1`, and the longest address of each. */
const PREFIXES: readonly { readonly prefix: string; readonly kind: string; readonly longest: number }[] = [
  { prefix: 'bc1', kind: 'bitcoin', longest: 90 },
  { prefix: 'ltc1', kind: 'litecoin', longest: 90 },
  { prefix: 'addr1', kind: 'cardano', longest: 110 },
];

const SHORTEST = 14;

/** Finds addresses of crypto currencies that have a Bech32 checksum. */
export function findCryptoAddresses(text: string): Findings {
  const found: TextFinding[] = [];
  let steps = PREFIXES.length * text.length;
  for (const { prefix, kind, longest } of PREFIXES)
    for (let start = text.indexOf(prefix); start !== -1; start = text.indexOf(prefix, start + 1)) {
      if (start > 0 && isWordUnit(text.charCodeAt(start - 1))) continue;
      let end = start;
      while (end - start <= longest && isLetterOrDigit(text.charCodeAt(end))) end += 1;
      steps += end - start;
      if (end - start < SHORTEST || end - start > longest || isWordUnit(text.charCodeAt(end))) continue;
      if (hasBech32Checksum(text.slice(start, end))) found.push({ kind, start, end });
    }
  return { found: found.toSorted((one, other) => one.start - other.start), steps };
}

/** True if the checksum of a text in small letters is valid. The last `1` separates prefix and data. */
function hasBech32Checksum(text: string): boolean {
  const separator = text.lastIndexOf('1');
  const prefix = Array.from(text.slice(0, separator), (character) => character.charCodeAt(0));
  const data = Array.from(text.slice(separator + 1), (character) => ALPHABET.indexOf(character));
  if (data.includes(-1)) return false;
  const values = [...prefix.map((unit) => unit >> 5), 0, ...prefix.map((unit) => unit & 31), ...data];
  return CHECKSUMS.includes(bech32Checksum(values));
}

/** The checksum of values of five bits. */
export function bech32Checksum(values: readonly number[]): number {
  let checksum = 1;
  for (const value of values) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATOR.entries()) if ((top >> bit) & 1) checksum ^= generator;
  }
  return checksum >>> 0;
}
