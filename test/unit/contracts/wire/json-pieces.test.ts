import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinInBlocks } from '../../../../api/frame/join-in-blocks.ts';
import { jsonPieces } from '../../../../contracts/wire/json-pieces.ts';

const form = { keysOf: Object.keys, textOf: JSON.stringify };

describe('a document in pieces', () => {
  it('equals the text of JSON.stringify, at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(6), (value, depth) => {
        expect([...jsonPieces(value, depth, form)].join('')).toBe(JSON.stringify(value));
      }),
      { numRuns: 200 },
    );
    const sparse = { a: undefined, b: [undefined], c: { d: undefined }, e: new Date(0) };
    expect([...jsonPieces(sparse, 4, form)].join('')).toBe(JSON.stringify(sparse));
  });

  it('is generated item by item, on request', () => {
    const asked: number[] = [];
    const items = [1, 2, 3].map((one) => ({ toJSON: () => asked.push(one) }));
    const pieces = jsonPieces({ items }, 2, form);
    for (const start of ['{', '"items":', '[']) expect(pieces.next().value).toBe(start);
    expect(asked).toEqual([]);
    expect([pieces.next().value, asked]).toEqual(['1', [1]]);
  });
});

describe('pieces in blocks', () => {
  const blocksOf = (pieces: string[]) => Readable.from(joinInBlocks(pieces)).toArray() as Promise<string[]>;

  it('have the same text, in blocks that are full except for the last', async () => {
    const pieces = Array.from({ length: 500 }, (_, index) => 'x'.repeat(index));
    const blocks = await blocksOf(pieces);
    expect(blocks.join('')).toBe(pieces.join(''));
    expect(blocks.map(({ length }) => length >= 65_536)).toEqual([true, false]);
    expect(await blocksOf(['', ''])).toEqual([]);
  });

  it('yield between any two, at any speed of the reader', async () => {
    let turns = 0;
    const takeTurn = (): void => {
      turns += 1;
      next = setImmediate(takeTurn);
    };
    let next = setImmediate(takeTurn);
    const turnsAt: number[] = [];
    for await (const block of joinInBlocks(Array.from({ length: 4 }, () => 'x'.repeat(65_536)))) {
      turnsAt.push(turns);
      expect(block).toHaveLength(65_536);
    }
    clearImmediate(next);
    expect(turnsAt).toEqual([0, 1, 2, 3]);
  });
});
