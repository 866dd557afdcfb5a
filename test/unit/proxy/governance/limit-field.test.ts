import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseList } from 'structured-headers';
import { describe, expect, it } from 'vitest';
import { limitField } from '../../../../proxy/governance/limit-refusal.ts';
import { findPublishedData } from '../../../../testing/find-published-data.ts';

it('writes the id of a limit as a string, and integers as parameters', () => {
  expect(limitField('team.month-1_a', { r: 0, t: 60 })).toBe('"team.month-1_a";r=0;t=60');
  expect(parseList(limitField('a', { q: 8 }))).toEqual([['a', new Map([['q', 8]])]]);
});

const vectors = findPublishedData('vectors of structured fields', 'structured-field-tests');

interface Vector {
  readonly name: string;
  readonly header_type: string;
  readonly raw?: readonly string[];
  readonly expected?: unknown;
  readonly must_fail?: boolean;
  readonly can_fail?: boolean;
  readonly canonical?: readonly string[];
}

/** The form of limit fields: lists of one string, with no parameters or with integer parameters. */
function limitsOf({ header_type: type, expected, canonical, raw = [] }: Vector) {
  const items = type === 'list' || type === 'item' ? (type === 'item' ? [expected] : expected) : undefined;
  if (!Array.isArray(items) || items.length !== 1 || !Array.isArray(items[0])) return undefined;
  const [text, parameters] = items[0] as [unknown, unknown];
  if (typeof text !== 'string' || !Array.isArray(parameters)) return undefined;
  const numbers = parameters as [string, unknown][];
  if (!numbers.every(([, value]) => Number.isSafeInteger(value))) return undefined;
  return {
    text,
    numbers: Object.fromEntries(numbers) as Record<string, number>,
    written: (canonical ?? raw).join(', '),
  };
}

describe.skipIf(!vectors.isPresent)('by the vectors of RFC 9651', () => {
  const all = vectors.isPresent
    ? readdirSync(vectors.path)
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => JSON.parse(readFileSync(join(vectors.path, name), 'utf8')) as Vector[])
    : [];
  const cases = all
    .filter(({ must_fail: fails, can_fail: may }) => fails !== true && may !== true)
    .flatMap((vector) => {
      const limit = limitsOf(vector);
      return limit === undefined ? [] : [[vector.name, limit] as const];
    });

  it('has some', () => expect(cases.length).toBeGreaterThan(90));

  it.each(cases)('%s', (_, { text, numbers, written }) => {
    expect(limitField(text, numbers)).toBe(written);
  });

  it.each(
    all
      .filter(
        ({ header_type: type, must_fail: fails, name }) =>
          type === 'item' && fails === true && / in string|\bstring\b/.test(name),
      )
      .map((vector) => [vector.name, vector] as const),
  )('%s is not such a field', (_, { raw = [] }) => {
    expect(() => parseList(raw.join(', '))).toThrow();
  });
});
