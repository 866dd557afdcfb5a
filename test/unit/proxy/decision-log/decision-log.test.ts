import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createDecisionLog, type DecisionLog } from '../../../../proxy/decision-log/decision-log.ts';

/** A log over a journal of the test's own, and what was told of it. */
function openLog(
  append: (lines: readonly string[]) => Promise<void> = () => Promise.resolve(),
  servesUnlogged = false,
) {
  const [writes, told]: [(readonly string[])[], string[]] = [[], []];
  const appendLines = (lines: readonly string[]): Promise<void> => {
    writes.push(lines);
    return append(lines);
  };
  const hindrance = (): Promise<undefined> => Promise.resolve(undefined);
  const unlogged = () => void told.push('unlogged');
  const log = createDecisionLog({
    ...{ writer: { appendLines }, elapsed: () => 0, hindrance },
    ...{ servesUnlogged: () => servesUnlogged, onUnlogged: unlogged },
  });
  const keep = (way: 'keep' | 'keepSoon', name: string): void =>
    log[way]([name], {
      kept: () => void told.push(`${name} kept`),
      lost: (error) => void told.push(`${name} lost: ${(error as Error).message}`),
    });
  return { log, writes, told, keep };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('the log of decisions', () => {
  it('writes once what comes in a turn, with what waits for company before it', async () => {
    const { writes, told, keep } = openLog();
    keep('keepSoon', 'first');
    keep('keep', 'second');
    keep('keep', 'third');
    expect(writes).toEqual([]);
    await turn();
    expect(writes).toEqual([['first', 'second', 'third']]);
    expect(told).toEqual(['first kept', 'second kept', 'third kept']);
  });

  it('waits for company for moments only, and not where it is hurried', async () => {
    const { log, writes, keep } = openLog();
    keep('keepSoon', 'first');
    log.hurry();
    await turn();
    expect(writes).toEqual([['first']]);
    keep('keepSoon', 'second');
    await delay(20);
    expect(writes).toEqual([['first'], ['second']]);
    log.hurry();
    await turn();
    expect(writes).toHaveLength(2);
  });

  it('tells everybody of a write that failed, and lets nobody in', async () => {
    const { log, told, keep } = openLog(() => Promise.reject(new Error('ENOSPC')));
    keep('keepSoon', 'first');
    const written: ReturnType<DecisionLog['write']> = log.write(['second']);
    await expect(written).rejects.toThrow('ENOSPC');
    expect(told).toEqual(['first lost: ENOSPC']);
    expect([log.isOpen(), log.letsIn()]).toEqual([false, false]);
  });

  it('lets everybody go on without where requests are served all the same, and tries the next write a second later', async () => {
    const { log, writes, told, keep } = openLog(() => Promise.reject(new Error('ENOSPC')), true);
    keep('keep', 'first');
    await turn();
    expect(told).toEqual(['unlogged', 'first kept']);
    keep('keepSoon', 'second');
    expect(told).toHaveLength(2);
    await turn();
    await log.write(['third']);
    expect(told).toEqual(['unlogged', 'first kept', 'unlogged', 'second kept', 'unlogged']);
    expect(writes).toEqual([['first']]);
    expect([log.isOpen(), log.letsIn()]).toEqual([false, true]);
  });
});
