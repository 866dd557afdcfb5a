import { describe, expect, it } from 'vitest';
import { BodyCollector, MAX_SINGLE_PIECE_BYTES } from '../../../../proxy/body/body-collector.ts';

function collect(body: Buffer, length: number): readonly Buffer[] {
  const collector = new BodyCollector();
  for (let at = 0; at < body.length; at += length) collector.add(body.subarray(at, at + length));
  return collector.end();
}

function bodyOf(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, index) => index % 251));
}

describe('a collected body', () => {
  it.each([
    [1, 1],
    [10, 3],
    [70_000, 1],
    [65_536, 65_536],
    [131_072, 65_536],
    [MAX_SINGLE_PIECE_BYTES, 65_536],
  ])('of %i bytes, in chunks of %i, is one piece', (length, chunk) => {
    const body = bodyOf(length);
    expect(collect(body, chunk).map((piece) => piece.equals(body))).toEqual([true]);
  });

  it.each([
    [MAX_SINGLE_PIECE_BYTES + 1, 65_536],
    [5_000_000, 40_001],
    [3_000_000, 1_000],
  ])('of %i bytes, in chunks of %i, is in shared segments, and not copied together', (length, chunk) => {
    const body = bodyOf(length);
    const pieces = collect(body, chunk);
    expect(Buffer.concat(pieces).equals(body)).toBe(true);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(true);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(1_048_576);
  });

  it('uses at most twice its bytes plus a segment, for chunks of any size', () => {
    for (const [length, chunk] of [
      [10_000, 1],
      [200_000, 7],
      [3_000_000, 999],
    ] as const) {
      const pieces = collect(bodyOf(length), chunk);
      const held = new Set(pieces.map(({ buffer }) => buffer));
      const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
      expect(bytes).toBeLessThanOrEqual(2 * length + 65_536);
    }
  });
});
