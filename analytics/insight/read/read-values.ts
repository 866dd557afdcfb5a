import { DefectError } from '../../../domain/kernel/errors.ts';

/** An integer as ClickHouse writes it. */
export function parseInteger(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new DefectError(`ClickHouse answered ${text} where an integer is due.`);
  return BigInt(text);
}

/**
 * Integers as ClickHouse writes them, separated by spaces. They are read digit by digit: a long answer has 40,000 of
 * them, and splitting the text and parsing each part takes twice the time.
 */
export function parseIntegers(text: string): bigint[] {
  const read: bigint[] = [];
  let [start, magnitude] = [0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? SPACE : text.charCodeAt(at);
    if (code === SPACE) {
      read.push(integerAt(text, start, at, magnitude));
      [start, magnitude] = [at + 1, 0];
    } else if (code >= ZERO && code <= NINE) magnitude = magnitude * 10 + code - ZERO;
    else if (code !== MINUS || at !== start)
      throw new DefectError(`ClickHouse answered ${text} where integers are due.`);
  }
  return read;
}

const SPACE = 0x20;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** One of these integers, from its magnitude if a number holds that exactly. */
function integerAt(text: string, start: number, end: number, magnitude: number): bigint {
  const isNegative = text.charCodeAt(start) === MINUS;
  if (end - start === Number(isNegative)) throw new DefectError(`ClickHouse answered ${text} where integers are due.`);
  if (magnitude === 0) return 0n;
  if (magnitude > Number.MAX_SAFE_INTEGER) return BigInt(text.slice(start, end));
  return BigInt(isNegative ? -magnitude : magnitude);
}

/** The member of a closed set that ClickHouse wrote. */
export function requireMember<Of extends string>(set: readonly Of[], text: string): Of {
  const found = set.find((each) => each === text);
  if (found === undefined) throw new DefectError(`ClickHouse answered ${text} where one of ${set.join(', ')} is due.`);
  return found;
}
