import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallsInFlight } from '../../../../proxy/forwarding/calls-in-flight.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Calls that record the reason of their abort, and end when they are aborted. */
function openCalls() {
  const calls = new CallsInFlight();
  const cuts: string[] = [];
  return {
    calls,
    cuts,
    start: (name: string): (() => void) => {
      let end = (): void => undefined;
      calls.start((done) => {
        end = done;
        return {
          start: () => undefined,
          cut(reason) {
            cuts.push(`${name} ${reason}`);
            done();
          },
        };
      });
      return end;
    },
  };
}

it('aborts a call within a minute after an hour, and no younger or ended one', () => {
  const { calls, cuts, start } = openCalls();
  start('early');
  const end = start('ended');
  vi.advanceTimersByTime(MINUTE_MS);
  start('late');
  end();
  vi.advanceTimersByTime(59 * MINUTE_MS);
  expect(cuts).toEqual([]);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(cuts).toEqual(['early too_long']);
  expect(calls.size).toBe(1);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(cuts).toEqual(['early too_long', 'late too_long']);
  expect(calls.size).toBe(0);
});

it('does not check after its end', async () => {
  const { calls, cuts, start } = openCalls();
  start('one');
  const ending = calls.end(10);
  await vi.advanceTimersByTimeAsync(10);
  expect(await ending).toBe(false);
  expect(cuts).toEqual(['one shutdown']);
  expect(vi.getTimerCount()).toBe(0);
});
