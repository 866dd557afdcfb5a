import { expect, it } from 'vitest';
import { openControlPlaneLog } from '../../../journal/open-control-plane-log.ts';
import type { GrowingSource } from '../../../journal/source/event-source.ts';

async function sourceOf(lines: readonly string[]): Promise<GrowingSource> {
  const log = openControlPlaneLog({
    end: () => Promise.resolve(BigInt(lines.length)),
    lines: (from, limit) => Promise.resolve(lines.slice(Number(from), Number(from) + limit)),
  });
  return (await log.sources())[0]!;
}

it('is one source, whose offsets are lines', async () => {
  const source = await sourceOf(['a', 'b', 'c']);
  expect(source.id).toBe('outbox:control_plane');
  expect(await source.end()).toBe(3n);
  expect(await source.read(0n, { lines: 2, bytes: 100 })).toEqual({
    lines: ['a', 'b'],
    firstOffset: 0n,
    lastOffset: 2n,
  });
  expect(await source.read(3n, { lines: 2, bytes: 100 })).toEqual({ lines: [], firstOffset: 3n, lastOffset: 3n });
});

it('ends a block before a line that exceeds its bytes, and always includes the first', async () => {
  const source = await sourceOf(['äää', 'bb', 'c']);
  expect((await source.read(0n, { lines: 9, bytes: 1 })).lines).toEqual(['äää']);
  expect((await source.read(0n, { lines: 9, bytes: 9 })).lines).toEqual(['äää']);
  expect((await source.read(0n, { lines: 9, bytes: 10 })).lines).toEqual(['äää', 'bb']);
});

it('reads a block again exactly, and reports lost lines', async () => {
  const source = await sourceOf(['a', 'b', 'c']);
  expect(await source.readAgain(1n, 3n)).toEqual({ lines: ['b', 'c'], firstOffset: 1n, lastOffset: 3n });
  await expect(source.readAgain(1n, 4n)).rejects.toThrow('Events of the control plane are missing');
});
