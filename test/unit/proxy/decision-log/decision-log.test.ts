import { afterEach, describe, expect, it, vi } from 'vitest';
import { JournalShares } from '../../../../journal/journal-shares.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';
import { createDecisionLog, type DecisionLog } from '../../../../proxy/decision-log/decision-log.ts';

/** Opens a log over a separate journal, and records its reports. */
function openLog(
  append: (lines: readonly string[]) => Promise<void> = () => Promise.resolve(),
  servesUnlogged = false,
) {
  const [writes, reports]: [(readonly string[])[], string[]] = [[], []];
  const appendLines = (lines: readonly string[]): Promise<void> => {
    writes.push(lines);
    return append(lines);
  };
  const backpressure = (): Promise<undefined> => Promise.resolve(undefined);
  const unlogged = () => void reports.push('unlogged');
  let now = 0;
  const shares = new JournalShares(1_000);
  const log = createDecisionLog({
    ...{ writer: { appendLines }, monotonicMs: () => now, backpressure },
    ...{ servesUnlogged: () => servesUnlogged, onUnlogged: unlogged },
    shares,
    onForgotten: () => void reports.push('forgotten'),
    onShortened: () => void reports.push('shortened'),
  });
  const keep = (way: 'keep' | 'keepSoon', name: string, isOwed = false): void =>
    log[way]([name], {
      kept: () => void reports.push(`${name} kept`),
      lost: (error) => void reports.push(`${name} lost: ${(error as Error).message}`),
      isOwed,
    });
  return { log, shares, writes, reports, keep, pass: (ms: number) => void (now += ms) };
}

/** A journal that accepts nothing until it is repaired, and then everything. */
function failingJournal() {
  const kept: string[] = [];
  let isFull = true;
  return {
    kept,
    mend: () => void (isFull = false),
    append: (lines: readonly string[]): Promise<void> => {
      if (isFull) return Promise.reject(new Error('ENOSPC'));
      kept.push(...lines);
      return Promise.resolve();
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('the log of decisions', () => {
  it('writes all lines of a turn together, with the lines that waited before', async () => {
    const { writes, reports, keep } = openLog();
    keep('keepSoon', 'first');
    keep('keep', 'second');
    keep('keep', 'third');
    expect(writes).toEqual([]);
    await turn();
    expect(writes).toEqual([['first', 'second', 'third']]);
    expect(reports).toEqual(['first kept', 'second kept', 'third kept']);
  });

  afterEach(() => void vi.useRealTimers());

  it('delays lines only for moments, and not on request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { log, writes, keep } = openLog();
    keep('keepSoon', 'first');
    log.hurry();
    await turn();
    expect(writes).toEqual([['first']]);
    keep('keepSoon', 'second');
    await turn();
    expect(writes).toEqual([['first']]);
    vi.advanceTimersByTime(1);
    await turn();
    expect(writes).toEqual([['first'], ['second']]);
    log.hurry();
    await turn();
    expect(writes).toHaveLength(2);
  });

  it('reports a failed write to everyone, and admits no call', async () => {
    const { log, reports, keep } = openLog(() => Promise.reject(new Error('ENOSPC')));
    keep('keepSoon', 'first');
    const written: ReturnType<DecisionLog['write']> = log.write(['second']);
    await expect(written).rejects.toThrow('ENOSPC');
    expect(reports).toEqual(['first lost: ENOSPC']);
    expect([log.isOpen(), log.acceptsCalls()]).toEqual([false, false]);
  });

  it('admits calls without rows if this is configured, and retries the write a second later', async () => {
    const { log, writes, reports, keep } = openLog(() => Promise.reject(new Error('ENOSPC')), true);
    keep('keep', 'first');
    await turn();
    expect(reports).toEqual(['unlogged', 'first kept']);
    keep('keepSoon', 'second');
    expect(reports).toHaveLength(2);
    await turn();
    await log.write(['third']);
    expect(reports).toEqual(['unlogged', 'first kept', 'unlogged', 'second kept', 'unlogged']);
    expect(writes).toEqual([['first']]);
    expect([log.isOpen(), log.acceptsCalls()]).toEqual([false, true]);
  });

  it('writes only owed rows when the journal accepts lines again, in order', async () => {
    const journal = failingJournal();
    const { log, reports, keep, pass } = openLog(journal.append);
    keep('keepSoon', 'admission', true);
    keep('keep', 'refused');
    await turn();
    keep('keep', 'ending', true);
    await turn();
    expect(reports).toEqual(['admission lost: ENOSPC', 'refused lost: ENOSPC', 'ending lost: ENOSPC']);
    expect(log.owedLines).toBe(2);
    pass(1_000);
    await log.look();
    expect([journal.kept, log.owedLines]).toEqual([[], 2]);
    journal.mend();
    await log.look();
    expect([journal.kept, log.owedLines]).toEqual([[], 2]);
    pass(1_000);
    await log.look();
    expect([journal.kept, log.owedLines]).toEqual([['admission', 'ending'], 0]);
    await log.look();
    expect(journal.kept).toHaveLength(2);
  });

  it('writes owed rows when it closes, and keeps those that the journal refuses', async () => {
    const journal = failingJournal();
    const { log } = openLog(journal.append);
    await expect(log.write(['ending'], { isOwed: true })).rejects.toThrow('ENOSPC');
    await log.close();
    expect(log.owedLines).toBe(1);
    journal.mend();
    await log.close();
    expect([journal.kept, log.owedLines]).toEqual([['ending'], 0]);
  });

  it('keeps at most 32 Mi characters of owed rows, and reports dropped ones', async () => {
    const journal = failingJournal();
    const { log, reports, pass } = openLog(journal.append);
    const long = 'x'.repeat(1_048_576);
    for (let call = 0; call < 33; call += 1) await log.write([long], { isOwed: true }).catch(() => undefined);
    expect([log.owedLines, reports]).toEqual([32, ['forgotten']]);
    journal.mend();
    pass(1_000);
    await log.look();
    expect([journal.kept.length, log.owedLines]).toEqual([32, 0]);
    await log.write([long], { isOwed: true });
    expect(journal.kept).toHaveLength(33);
  });

  it('excludes a key that used up its share of unread lines, and admits others', async () => {
    const { log, shares } = openLog();
    const keyOf = (keyId: string) => ({ keyId, owner: 'team-a', leaf: TEST_LEAF, rotations: [keyId] });
    const long = 'x'.repeat(699);
    await log.write([long], { by: keyOf('loud') });
    expect(log.acceptsCalls(keyOf('loud'))).toBe(true);
    shares.measured(700);
    expect([log.acceptsCalls(keyOf('loud')), log.acceptsCalls(keyOf('quiet')), log.acceptsCalls()]).toEqual([
      false,
      true,
      true,
    ]);
    shares.measured(0);
    expect(log.acceptsCalls(keyOf('loud'))).toBe(true);
  });
});
