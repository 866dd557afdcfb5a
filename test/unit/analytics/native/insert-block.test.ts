import { describe, expect, it } from 'vitest';
import { createColumnWriter, type ColumnValue, type ColumnType } from '../../../../analytics/native/column-writer.ts';
import { nativeBlock } from '../../../../analytics/native/insert-block.ts';

function written(type: ColumnType, values: readonly ColumnValue[]): Buffer {
  const writer = createColumnWriter(type, values.length + 1);
  for (const value of values) writer.put(value);
  return Buffer.concat(writer.written);
}

describe('columns in the Native format', () => {
  it('have UTF-8 texts after their length in bytes, in groups of seven bits', () => {
    const long = 'é'.repeat(100);
    expect(written('String', ['ab', '', 'é', long])).toEqual(
      Buffer.concat([Buffer.from([2, 0x61, 0x62, 0, 2, 0xc3, 0xa9, 0xc8, 1]), Buffer.from(long)]),
    );
  });

  it('grow with texts that are longer than most', () => {
    const texts = Array.from({ length: 100 }, () => 'x'.repeat(500));
    expect(written('String', texts)).toEqual(
      Buffer.concat(texts.map((text) => Buffer.concat([Buffer.from([0xf4, 3]), Buffer.from(text)]))),
    );
  });

  it('have a repeated name once, and its positions', () => {
    const dictionary = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    expect(written('LowCardinality(String)', ['b', 'b', '', 'b'])).toEqual(
      Buffer.concat([dictionary, Buffer.from([1, 0x62, 0]), Buffer.from([4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])]),
    );
  });

  it.each([
    [256, 0, 1],
    [257, 1, 2],
    [65_537, 2, 4],
  ])('have %i names with indexes of the smallest possible size', (count, kind, bytes) => {
    const names = Array.from({ length: count }, (_, number) => number.toString(36));
    const all = written('LowCardinality(String)', names);
    expect(all[8]).toBe(kind);
    expect(all.readUIntLE(all.length - bytes, bytes)).toBe(count - 1);
    expect(all.readBigUInt64LE(all.length - count * bytes - 8)).toBe(BigInt(count));
  });

  it.each<[ColumnType, ColumnValue[], number[]]>([
    ['Bool', [true, false], [1, 0]],
    ['Int8', [-1, 1], [0xff, 1]],
    ['UInt16', [258], [2, 1]],
    ['UInt32', [16_909_060], [4, 3, 2, 1]],
    ["DateTime('UTC')", [1], [1, 0, 0, 0]],
    ['Nullable(Float64)', [1, null], [0, 1, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0]],
  ])('have numbers of %s with their lowest byte first', (type, values, bytes) => {
    expect([...written(type, values)]).toEqual(bytes);
  });

  it.each<[ColumnValue, bigint]>([
    [0, 0n],
    [2 ** 32 + 7, 2n ** 32n + 7n],
    [Number.MAX_SAFE_INTEGER, 2n ** 53n - 1n],
    [-1, -1n],
    ['-4294967297', -(2n ** 32n) - 1n],
    ['999999999999999', 999_999_999_999_999n],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['-9223372036854775807', -(2n ** 63n) + 1n],
  ])('have %s in 64 bits', (value, whole) => {
    expect(written('Int64', [value]).readBigInt64LE()).toBe(whole);
  });

  it('have instants in milliseconds of Unix time, with any name of UTC', () => {
    const at = Date.UTC(2026, 4, 6, 7, 8, 9, 10);
    const all = written("Nullable(DateTime64(3, 'UTC'))", [
      '2026-05-06T07:08:09.010Z',
      '2026-05-06 07:08:09.010',
      null,
    ]);
    expect([...all.subarray(0, 3)]).toEqual([0, 0, 1]);
    expect([3, 11, 19].map((start) => all.readBigInt64LE(start))).toEqual([BigInt(at), BigInt(at), 0n]);
  });

  it('have the ends of the maps, then all names, and then all values', () => {
    const all = written('Map(String, String)', ['a\tx\tb\té', '', 'a\ty']);
    const ends = [2, 2, 3].flatMap((end) => [end, 0, 0, 0, 0, 0, 0, 0]);
    const names = [1, 0x61, 1, 0x62, 1, 0x61];
    expect([...all]).toEqual([...ends, ...names, 1, 0x78, 2, 0xc3, 0xa9, 1, 0x79]);
  });

  it('are in a block after their names and types', () => {
    const column = { name: 'a', type: 'Bool', written: [Uint8Array.of(1)] } as const;
    expect(Buffer.concat(nativeBlock({ rows: 1, columns: [column] })).toString('latin1')).toBe(
      '\u0001\u0001\u0001a\u0004Bool\u0001',
    );
  });
});
