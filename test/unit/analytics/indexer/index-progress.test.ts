import { expect, it } from 'vitest';
import { IndexProgress } from '../../../../analytics/indexer/index-progress.ts';

/** Records that a source is read to its end at an instant. */
function complete(progress: IndexProgress, log: string, source: string, at: number): void {
  progress.see(log, source, { end: BigInt(at), at });
  progress.reach(log, source, BigInt(at));
}

it('is unknown until every log was listed and every source read to its end', () => {
  const progress = new IndexProgress(['folder', 'outbox']);
  progress.list('folder', ['a', 'b'], 1_000);
  complete(progress, 'folder', 'a', 1_000);
  progress.list('outbox', [], 1_000);
  expect(progress.completeThrough).toBeUndefined();
  complete(progress, 'folder', 'b', 2_000);
  expect(progress.completeThrough).toBe(1_000);
});

it('is unknown without a log', () => {
  expect(new IndexProgress([]).completeThrough).toBeUndefined();
});

it('stops with the slowest source, and continues after that is read', () => {
  const progress = new IndexProgress(['folder']);
  for (const at of [1_000, 2_000, 3_000]) {
    progress.list('folder', ['a', 'b'], at);
    complete(progress, 'folder', 'a', at);
    if (at === 1_000) complete(progress, 'folder', 'b', at);
  }
  expect(progress.completeThrough).toBe(1_000);
  complete(progress, 'folder', 'b', 3_000);
  expect(progress.completeThrough).toBe(3_000);
});

it('follows a source that grows faster than a batch of it is read, from one end to the next', () => {
  const progress = new IndexProgress(['folder']);
  const reached: (number | undefined)[] = [];
  for (const second of [1, 2, 3, 4, 5, 6]) {
    progress.list('folder', ['a'], second);
    progress.see('folder', 'a', { end: BigInt(second * 10 + 15), at: second });
    progress.reach('folder', 'a', BigInt(second * 10));
    reached.push(progress.completeThrough);
  }
  expect(reached).toEqual([undefined, undefined, 1, 1, 1, 4]);
});

it('counts a new source from its last absence', () => {
  const progress = new IndexProgress(['folder']);
  progress.list('folder', ['a'], 1_000);
  complete(progress, 'folder', 'a', 1_000);
  progress.list('folder', ['a', 'b'], 2_000);
  complete(progress, 'folder', 'a', 2_000);
  expect(progress.completeThrough).toBe(1_000);
});

it('forgets a removed source', () => {
  const progress = new IndexProgress(['folder']);
  progress.list('folder', ['a', 'b'], 1_000);
  complete(progress, 'folder', 'a', 1_000);
  progress.list('folder', ['a'], 2_000);
  complete(progress, 'folder', 'a', 2_000);
  expect(progress.completeThrough).toBe(2_000);
});

it('stops while a log cannot be listed', () => {
  const progress = new IndexProgress(['folder', 'stream']);
  progress.list('folder', [], 1_000);
  progress.list('stream', [], 1_000);
  progress.list('folder', [], 2_000);
  expect(progress.completeThrough).toBe(1_000);
});
