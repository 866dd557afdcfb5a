import { describe, expect, it } from 'vitest';
import { createBlockReader } from '../../../../analytics/indexer/block-reader.ts';
import type { EventSource } from '../../../../journal/event-source.ts';
import type { IngestScopeStore } from '../../../../store/ingest/ingest-scope-store.ts';

const NOBODY: IngestScopeStore = {
  leaves: () => Promise.resolve([]),
  workspaces: () => Promise.resolve([]),
  horizons: () => Promise.resolve(new Map()),
};

/** Ten lines, two in a block. `asked` are the offsets that were read. */
function aSource({ failsAt }: { failsAt?: bigint } = {}): EventSource & { readonly asked: bigint[] } {
  const asked: bigint[] = [];
  return {
    id: 'file:made',
    kind: 'file',
    location: 'made',
    asked,
    read(from) {
      asked.push(from);
      if (from === failsAt) return Promise.reject(new Error('The disk is gone.'));
      const lines = from < 10n ? ['{', '{'] : [];
      return Promise.resolve({ lines, firstOffset: from, lastOffset: from + BigInt(lines.length) });
    },
    readAgain: () => Promise.reject(new Error('Nobody asks for that here.')),
  };
}

describe('a reader of blocks', () => {
  it('gives what it has read ahead without reading it again', async () => {
    const source = aSource();
    const reader = createBlockReader(source, NOBODY);
    const { block, read } = await reader.take(0n);
    expect([block.lastOffset, read.faulty.length]).toEqual([2n, 2]);
    reader.readAhead(2n);
    expect((await reader.take(2n)).block.lastOffset).toBe(4n);
    expect(source.asked).toEqual([0n, 2n]);
  });

  it('reads anew where it is asked for another place, and what was taken already', async () => {
    const source = aSource();
    const reader = createBlockReader(source, NOBODY);
    reader.readAhead(2n);
    await reader.take(4n);
    await reader.take(2n);
    expect(source.asked).toEqual([2n, 4n, 2n]);
  });

  it('tells of a fault that it met ahead whoever takes the block', async () => {
    const reader = createBlockReader(aSource({ failsAt: 2n }), NOBODY);
    reader.readAhead(2n);
    await expect(reader.take(2n)).rejects.toThrow('The disk is gone.');
  });
});
