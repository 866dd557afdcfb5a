import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showWaiting } from '../../../../runtime/commands/show-waiting.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Runs work of this number of milliseconds, and returns the output of a terminal or a script. */
async function shownOf(ms: number, isTTY: boolean): Promise<{ result: string; written: string[] }> {
  const written: string[] = [];
  const work = new Promise<string>((settle) => setTimeout(() => settle('done'), ms));
  const result = showWaiting('migrating', work, { isTTY, write: (text) => written.push(text) });
  await vi.advanceTimersByTimeAsync(ms);
  return { result: await result, written };
}

describe('work that takes longer than a second', () => {
  it('is shown on a terminal in one line, which is removed afterwards', async () => {
    expect(await shownOf(2_500, true)).toEqual({
      result: 'done',
      written: ['\u001b[2Kmigrating: 1 s\r', '\u001b[2Kmigrating: 2 s\r', '\u001b[2K'],
    });
  });

  it('shows nothing to a script', async () => {
    expect(await shownOf(2_500, false)).toEqual({ result: 'done', written: [] });
  });

  it('also removes its line when it fails', async () => {
    const written: string[] = [];
    const work = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('gone')), 1_500));
    const shown = showWaiting('migrating', work, { isTTY: true, write: (text) => written.push(text) });
    const failed = expect(shown).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(1_500);
    await failed;
    expect(written).toEqual(['\u001b[2Kmigrating: 1 s\r', '\u001b[2K']);
  });
});

it('shorter work shows nothing', async () => {
  expect(await shownOf(900, true)).toEqual({ result: 'done', written: [] });
});
