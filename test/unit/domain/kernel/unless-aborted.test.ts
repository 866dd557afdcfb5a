import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { unlessAborted } from '../../../../domain/kernel/unless-aborted.ts';

const never = new Promise<string>(() => undefined);

describe('a promise with an abort signal', () => {
  it('settles normally without an abort', async () => {
    const { signal } = new AbortController();
    const rows = (): Promise<string> => Promise.resolve().then(() => 'rows');
    await expect(unlessAborted(rows(), undefined)).resolves.toBe('rows');
    await expect(unlessAborted(rows(), signal)).resolves.toBe('rows');
    await expect(unlessAborted(Promise.reject(new Error('lost')), signal)).rejects.toThrow('lost');
  });

  it('rejects immediately with the reason of its signal', async () => {
    const asker = new AbortController();
    const waiting = unlessAborted(never, asker.signal);
    asker.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it('rejects if its signal was already aborted', async () => {
    await expect(unlessAborted(never, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  it('leaves nothing on a signal that lives on', async () => {
    const { signal } = new AbortController();
    const waiting = unlessAborted(Promise.resolve('rows'), signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await waiting;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
