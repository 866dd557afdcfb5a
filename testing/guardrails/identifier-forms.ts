import { bech32Checksum } from '../../domain/guardrails/identifiers/find-crypto-addresses.ts';
import type { Random } from '../random.ts';
import { fillForm } from './fill-form.ts';

/** A card number of an issuer, in groups or in one word, with a check digit by Luhn computed from left to right. */
export function makeCard(random: Random): string {
  const [start, length] = random.pick([
    ['4', 16],
    ['51', 16],
    ['2223', 16],
    ['37', 15],
    ['6011', 16],
    ['3530', 16],
    ['36', 14],
    ['62', 16],
  ] as const);
  const body = fillForm(`${start}<digit:${length - start.length - 1}>`, random);
  const sum = body.split('').reduce((total, character, index) => {
    const digit = Number(character) * ((length - index) % 2 === 0 ? 2 : 1);
    return total + Math.floor(digit / 10) + (digit % 10);
  }, 0);
  const card = `${body}${(10 - (sum % 10)) % 10}`;
  if (length !== 16) return card;
  return random.pick([
    card,
    card.replaceAll(/(?<=^(?:.{4})+)(?=.)/g, ' '),
    card.replaceAll(/(?<=^(?:.{4})+)(?=.)/g, '-'),
  ]);
}

/** The number with one other digit at its end, so that the check digit is wrong. */
export function breakLastDigit(number: string): string {
  return `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
}

/** An account number of a country with check digits by `98 - n mod 97`, in one word or in groups of four. */
export function makeIban(country: string, length: number, random: Random): string {
  const account = fillForm(`<digit:${length - 4}>`, random);
  const digits = Array.from(`${account}${country}00`, (character) => Number.parseInt(character, 36)).join('');
  const check = String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
  const iban = `${country}${check}${account}`;
  return random.chance(0.5) ? iban : iban.replaceAll(/(?<=^(?:.{4})+)(?=.)/g, ' ');
}

/** A JSON Web Token with random claims. */
export function makeWebToken(random: Random): string {
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = encoded({ alg: random.pick(['HS256', 'RS256', 'ES256']), typ: 'JWT' });
  return `${header}.${encoded({ sub: fillForm('<alnum:12>', random), iat: 1_700_000_000 })}.${fillForm('<url:43>', random)}`;
}

/** An address of Bitcoin with 20 random bytes. */
export function makeBitcoinAddress(random: Random): string {
  const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  const data = [0, ...Array.from({ length: 32 }, () => random.whole(0, 31))];
  const head = [3, 3, 0, 2, 3];
  const checksum = bech32Checksum([...head, ...data, 0, 0, 0, 0, 0, 0]) ^ 1;
  const tail = [25, 20, 15, 10, 5, 0].map((shift) => (checksum >>> shift) & 31);
  return `bc1${[...data, ...tail].map((value) => alphabet[value]).join('')}`;
}

/** An address at a domain that can exist. */
export function makeEmail(random: Random): string {
  const local = random.pick(['ann', 'jose.garcia', 'm_weber', 'kim+news', 'o-neill', 'ops-team', 'x1']);
  return `${local}@${random.pick(['mail', 'kontor-nord', 'a.b', 'acme1'])}.${random.pick(['com', 'de', 'co.uk', 'kr', 'com.br'])}`;
}
