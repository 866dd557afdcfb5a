import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FairWorker, WorkerFault } from '../../../runtime/fair-worker.ts';

const MAX_MS = 30_000;
let worker: FairWorker<string, string> | undefined;

afterEach(async () => {
  vi.useRealTimers();
  await worker?.close();
  worker = undefined;
});

function run(work: string, share = 'one', isGone = (): boolean => false, threads = 1): Promise<string> {
  worker ??= new FairWorker({
    program: join(import.meta.dirname, 'scripted-worker.mjs'),
    ...{ threads, maxMs: MAX_MS },
    memory: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  return worker.run({ work, share, isGone });
}

/** The results in their order. */
async function order(asked: readonly (readonly [work: string, share: string])[]): Promise<string[]> {
  const done: string[] = [];
  await Promise.all(asked.map(async ([work, share]) => done.push(await run(work, share))));
  return done;
}

describe('a shared worker', () => {
  it('alternates between shares, with any queues', async () => {
    const asked = [
      ...['a1', 'a2', 'a3', 'a4'].map((work) => [work, 'a'] as const),
      ...[['b1', 'b'] as const, ['c1', 'c'] as const, ['b2', 'b'] as const],
    ];
    expect(await order(asked)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('with two threads gives no share both of them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const alone = (work: string, share: string): Promise<string> => run(work, share, undefined, 2);
    const silent = alone('be silent', 'a');
    const behind = alone('a2', 'a');
    expect([await alone('b1', 'b'), await alone('c1', 'c'), await alone('b2', 'b')]).toEqual(['b1', 'c1', 'b2']);
    expect(worker?.waiting).toBe(1);
    vi.advanceTimersByTime(MAX_MS);
    await expect(silent).rejects.toThrow(WorkerFault);
    expect(await behind).toBe('a2');
    expect(worker?.waiting).toBe(0);
  });

  it('does not start abandoned work', async () => {
    const first = run('first');
    const gone = run('gone', 'one', () => true);
    const last = run('last');
    await expect(gone).rejects.toThrow(WorkerFault);
    expect([await first, await last]).toEqual(['first', 'last']);
  });

  it.each(['end', 'throw', 'fill the heap'])('that is asked to %s fails only that work', async (work) => {
    const results = await Promise.allSettled([run(work), run('next'), run(work), run('last')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('that is silent for too long is replaced', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = run('be silent');
    const next = run('next');
    vi.advanceTimersByTime(MAX_MS);
    await expect(silent).rejects.toThrow(WorkerFault);
    expect(await next).toBe('next');
  });
});
