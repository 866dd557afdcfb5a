import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDeadline, waitFor } from '../../../../clients/typescript/transport/deadline.ts';
import { TruetallyAbortError, TruetallyTimeoutError } from '../../../../clients/typescript/errors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the deadline of a call', () => {
  it('ends it at its time-out, to the millisecond', () => {
    const { signal } = startDeadline(100, undefined);
    vi.advanceTimersByTime(99);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toBeInstanceOf(TruetallyTimeoutError);
    expect(signal.reason).toMatchObject({ timeoutMs: 100, message: 'There was no answer within 100 ms.' });
  });

  it('stops while it is paused, and starts again when it is restarted', () => {
    const deadline = startDeadline(100, undefined);
    vi.advanceTimersByTime(90);
    deadline.pause();
    vi.advanceTimersByTime(1_000);
    deadline.restart();
    vi.advanceTimersByTime(99);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.signal.aborted).toBe(true);
  });

  it('ends it with the reason of the caller’s signal, even while it is paused', () => {
    const controller = new AbortController();
    const deadline = startDeadline(100, controller.signal);
    deadline.pause();
    controller.abort('enough');
    expect(deadline.signal.reason).toBeInstanceOf(TruetallyAbortError);
    expect(deadline.signal.reason).toMatchObject({ cause: 'enough' });
  });

  it('returns the result of work within its time', () => {
    const deadline = startDeadline(100, undefined);
    vi.advanceTimersByTime(40);
    expect([deadline.allows(59), deadline.allows(60)]).toEqual([true, false]);
    deadline.pause();
    expect(deadline.allows(1_000_000)).toBe(true);
  });

  it('has passed immediately if the caller’s signal is aborted', () => {
    expect(startDeadline(100, AbortSignal.abort()).signal.aborted).toBe(true);
  });

  it('leaves neither a timer nor a listener', () => {
    const controller = new AbortController();
    const deadline = startDeadline(100, controller.signal);
    deadline.end();
    controller.abort();
    expect([vi.getTimerCount(), deadline.signal.aborted]).toEqual([0, false]);
  });
});

describe('waiting', () => {
  it('lasts for its time', async () => {
    const outcome = waitFor(250, new AbortController().signal).then(() => 'over');
    await vi.advanceTimersByTimeAsync(249);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('over');
  });

  it('is interrupted by its signal, even by an aborted one', async () => {
    const controller = new AbortController();
    const outcome = waitFor(250, controller.signal);
    controller.abort(new Error('enough'));
    await expect(outcome).rejects.toThrow('enough');
    await expect(waitFor(250, controller.signal)).rejects.toThrow('enough');
    expect(vi.getTimerCount()).toBe(0);
  });
});
