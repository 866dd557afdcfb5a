import { setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  StatementAdmission,
  MAX_RUNNING_STATEMENTS,
  MAX_WAITING_STATEMENTS,
  type ReleaseSlot,
} from '../../../../launcher/clickhouse/statement-admission.ts';

const always = new AbortController().signal;
setMaxListeners(0, always);

/** True for each given promise that has settled after all pending work. */
async function settledOf(promises: readonly Promise<unknown>[]): Promise<boolean[]> {
  const settled = promises.map(() => false);
  promises.forEach(
    (promise, index) =>
      void promise.then(
        () => (settled[index] = true),
        () => (settled[index] = true),
      ),
  );
  await new Promise(setImmediate);
  return settled;
}

describe('Admission', () => {
  it('runs six heavy statements, and light ones before waiting ones', async () => {
    const admission = new StatementAdmission();
    const heavy = Array.from({ length: 8 }, () => admission.acquire(true, always));
    const light = admission.acquire(false, always);
    expect(await settledOf([...heavy, light])).toEqual([...Array<boolean>(6).fill(true), false, false, true]);
  });

  it('passes a slot on in order of arrival, and counts a release once', async () => {
    const admission = new StatementAdmission();
    const first: ReleaseSlot[] = [];
    for (let slot = 0; slot < MAX_RUNNING_STATEMENTS; slot += 1) first.push(await admission.acquire(false, always));
    const waiting = [admission.acquire(false, always), admission.acquire(false, always)];
    expect(await settledOf(waiting)).toEqual([false, false]);
    first[0]?.();
    first[0]?.();
    expect(await settledOf(waiting)).toEqual([true, false]);
  });

  it('forgets disconnected callers', async () => {
    const admission = new StatementAdmission();
    const running = Array.from({ length: MAX_RUNNING_STATEMENTS }, () => admission.acquire(false, always));
    const gone = new AbortController();
    const left = admission.acquire(false, gone.signal);
    const next = admission.acquire(false, always);
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 394, type: 'QUERY_WAS_CANCELLED' });
    (await running[0])?.();
    expect(await settledOf([next])).toEqual([true]);
    await expect(admission.acquire(false, gone.signal)).rejects.toMatchObject({ code: 394 });
  });

  it('refuses a statement immediately if the queue is full', async () => {
    const admission = new StatementAdmission();
    for (let waiter = 0; waiter < 6 + MAX_WAITING_STATEMENTS; waiter += 1) void admission.acquire(true, always);
    await expect(admission.acquire(true, always)).rejects.toMatchObject({
      code: 202,
      type: 'TOO_MANY_SIMULTANEOUS_QUERIES',
    });
    const light = Array.from({ length: MAX_RUNNING_STATEMENTS - 6 }, () => admission.acquire(false, always));
    expect(await settledOf(light)).toEqual(light.map(() => true));
    await expect(admission.acquire(false, always)).rejects.toMatchObject({ code: 202 });
  });
});
