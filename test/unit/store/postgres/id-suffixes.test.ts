import { TypeID } from 'typeid-js';
import { describe, expect, it } from 'vitest';
import { IdSuffixes } from '../../../../store/postgres/id-suffixes.ts';

const NOW = Date.parse('2026-03-02T08:00:00.123Z');

/** The UUID that TypeID reads from a suffix. */
function uuidOf(suffix: string): string {
  return TypeID.fromString(`greq_${suffix}`).toUUID();
}

describe('the suffixes of ids', () => {
  it('are UUIDs of version 7 with their creation time', () => {
    const suffixes = new IdSuffixes();
    for (let count = 0; count < 5_000; count += 1) {
      const uuid = uuidOf(suffixes.next(NOW + count));
      expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW + count);
    }
  });

  it('sort in the order of creation, within a millisecond and if a clock goes back', () => {
    const suffixes = new IdSuffixes();
    const made = Array.from({ length: 5_000 }, (_, index) => suffixes.next(NOW - (index % 3)));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(5_000);
  });

  it('are unique to their creator', () => {
    const [one, other] = [new IdSuffixes().next(NOW), new IdSuffixes().next(NOW)];
    expect(one.slice(0, 10)).toBe(other.slice(0, 10));
    expect(one.slice(10)).not.toBe(other.slice(10));
  });
});
