import { beforeEach, describe, expect, it } from 'vitest';
import { governanceSettings } from '../../../../domain/gateway/governance/limit.ts';
import type { LimitEntry } from '../../../../domain/gateway/governance/governance-block.ts';
import { newGovernanceFigures } from '../../../../proxy/governance/governance-figures.ts';
import { HeldLease } from '../../../../proxy/governance/held-lease.ts';
import type { LeaseAnswer, LeaseExchange } from '../../../../store/gateway/limit-lease-store.ts';

/** An exchange that waits for the test to answer it. */
interface Asked {
  readonly exchange: LeaseExchange;
  answer(answer: LeaseAnswer | Error): Promise<void>;
}

let asked: Asked[];
let now: number;
let uncovered: number[];
beforeEach(() => {
  asked = [];
  now = 1_000;
  uncovered = [];
});

/** A lease on 100 requests, in chunks of 10. */
function leaseOn(more: Partial<LimitEntry> = { requests: 100, per: 'day' }): HeldLease {
  const entry = { id: 'a', node: 'organization', chunk: 10, ...more };
  const [limit] = governanceSettings({ limits: [entry] }).limits;
  if (limit === undefined) throw new Error('There is no limit.');
  const window = limit.unit === 'calls' ? undefined : { from: 0, to: 86_400_000 };
  const counter = { limitId: 'a', node: 'organization:o', unit: limit.unit, window };
  const store = {
    exchange: (_: unknown, exchange: LeaseExchange) =>
      new Promise<LeaseAnswer>((resolve, reject) => {
        asked.push({
          exchange,
          async answer(answer) {
            if (answer instanceof Error) reject(answer);
            else resolve(answer);
            await settled();
          },
        });
      }),
  };
  const parts = { store, figures: newGovernanceFigures(), monotonicMs: () => now };
  return new HeldLease(parts, limit, { leaseId: 'gls_1', holder: 'p', counter }, (amount) => uncovered.push(amount));
}

/** Lets everything go on that waits for nothing but its turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The exchange that was asked for last, without what is the same in all of them, and without what is reserved. */
function lastAsked(): Partial<LeaseExchange> {
  const { max, forMs, reserved: _, ...rest } = asked.at(-1)?.exchange ?? ({} as LeaseExchange);
  expect([max, forMs]).toEqual([100, 15_000]);
  return rest;
}

/** A lease that holds so much, with so much left for others. */
async function holding(held: number, left: number, more?: Partial<LimitEntry>): Promise<HeldLease> {
  const lease = leaseOn(more);
  const wish = lease.takeSoon(1);
  await asked[0]?.answer({ held, left });
  expect(await wish).toBe('taken');
  lease.giveBack(1);
  return lease;
}

it('asks for a chunk when it has nothing, and serves who waited in their order', async () => {
  const lease = leaseOn();
  expect(lease.take(1, now)).toBe(false);
  const wishes = [lease.takeSoon(8), lease.takeSoon(7), lease.takeSoon(100)];
  expect(lastAsked()).toEqual({ number: 1, settled: 0, returned: 0, min: 8, wanted: 10, isLast: false });
  await asked[0]?.answer({ held: 10, left: 60 });
  expect(await wishes[0]).toBe('taken');
  // 70 is all that there is for the third one; the second one waits for what it lacks.
  expect(await wishes[2]).toBe('full');
  expect(lastAsked()).toEqual({ number: 2, settled: 0, returned: 0, min: 5, wanted: 8, isLast: false });
  await asked[1]?.answer({ held: 18, left: 52 });
  expect(await wishes[1]).toBe('taken');
  expect(lease.used).toBe(45);
});

it('refills while more than nothing is in hand, without anybody waiting', async () => {
  const lease = await holding(10, 90);
  for (let call = 0; call < 5; call += 1) expect(lease.take(1, now)).toBe(true);
  expect(asked).toHaveLength(1);
  expect(lease.take(1, now)).toBe(true);
  expect(lastAsked()).toEqual({ number: 2, settled: 0, returned: 0, min: 0, wanted: 6, isLast: false });
});

it('gives back at once what is in hand where less than a chunk is left, and asks for what is needed alone', async () => {
  const lease = await holding(10, 9);
  expect(lease.take(2, now)).toBe(true);
  void lease.look();
  expect(lastAsked()).toEqual({ number: 2, settled: 0, returned: 8, min: 0, wanted: 0, isLast: false });
  await asked[1]?.answer({ held: 2, left: 9 });
  now += 200;
  void lease.takeSoon(3);
  expect(lastAsked()).toEqual({ number: 3, settled: 0, returned: 0, min: 3, wanted: 3, isLast: false });
});

it('counts what is on its way back as room for whoever asks meanwhile', async () => {
  const lease = await holding(10, 9);
  void lease.look();
  expect(lastAsked()).toEqual({ number: 2, settled: 0, returned: 10, min: 0, wanted: 0, isLast: false });
  expect(lease.used).toBe(81);
  const wish = lease.takeSoon(12);
  await asked[1]?.answer({ held: 0, left: 19 });
  expect(lastAsked()).toEqual({ number: 3, settled: 0, returned: 0, min: 12, wanted: 12, isLast: false });
  await asked[2]?.answer({ held: 12, left: 7 });
  expect(await wish).toBe('taken');
});

it('asks nobody again for a moment for what there was no room for', async () => {
  const lease = await holding(1, 0);
  expect(await lease.takeSoon(2)).toBe('full');
  now += 99;
  expect(await lease.takeSoon(2)).toBe('full');
  expect(asked).toHaveLength(1);
  now += 1;
  void lease.takeSoon(2);
  expect(asked).toHaveLength(2);
});

it('reports what was settled within a second, and renews at half its time', async () => {
  const lease = await holding(10, 90);
  expect(lease.take(3, now)).toBe(true);
  lease.settle(3, 2);
  now += 999;
  await lease.look();
  expect(asked).toHaveLength(1);
  now += 1;
  void lease.look();
  expect(lastAsked()).toEqual({ number: 2, settled: 2, returned: 0, min: 0, wanted: 2, isLast: false });
  await asked[1]?.answer({ held: 10, left: 88 });
  expect(lease.take(10, now)).toBe(true);
  await asked[2]?.answer({ held: 20, left: 78 });
  now += 7_501;
  void lease.look();
  // Nobody took anything for so long: what is free goes back.
  expect(lastAsked()).toEqual({ number: 4, settled: 0, returned: 10, min: 0, wanted: 0, isLast: false });
});

it('ends once nobody took of it for five seconds and no call is on its way', async () => {
  const lease = await holding(10, 90);
  now += 5_000;
  void lease.look();
  expect(lastAsked()).toEqual({ number: 2, settled: 0, returned: 10, min: 0, wanted: 0, isLast: true });
  expect([lease.isOpen, lease.take(1, now), lease.age]).toEqual([true, false, 5_000]);
  // A request meanwhile goes to another lease once this one has returned its amount.
  const wish = lease.takeSoon(95);
  await asked[1]?.answer({ held: 0, left: 100 });
  expect([await wish, lease.isOpen, lease.isDone, lease.age]).toEqual(['ended', false, true, undefined]);
});

describe('an exchange that failed', () => {
  it('is sent again as it was, and nobody waits for it meanwhile', async () => {
    const lease = await holding(10, 90);
    expect(lease.take(10, now)).toBe(true);
    lease.settle(10, 4);
    const [wish, late] = [lease.takeSoon(50), lease.takeSoon(1)];
    const { exchange } = asked[1] as Asked;
    await asked[1]?.answer(new Error('gone'));
    expect([await wish, await late, await lease.takeSoon(50)]).toEqual(['unreachable', 'unreachable', 'unreachable']);
    lease.takeNothing();
    lease.settle(0, 7);
    void lease.look();
    expect(asked[2]?.exchange).toEqual(exchange);
    await asked[2]?.answer({ held: 10, left: 86 });
    now += 1_000;
    void lease.look();
    expect(lastAsked()).toMatchObject({ number: 3, settled: 7 + 4 - exchange.settled });
  });
});

it('has another lease settle what is let in unreserved while it ends', async () => {
  const lease = await holding(10, 90);
  now += 5_000;
  void lease.look();
  lease.takeNothing();
  await asked[1]?.answer({ held: 0, left: 100 });
  expect(lease.isDone).toBe(true);
  lease.settle(0, 7);
  expect(uncovered).toEqual([7]);
});

describe('a lease that lapsed', () => {
  it('covers what it held, and passes on what calls came to beyond', async () => {
    const lease = await holding(10, 90);
    expect([lease.take(4, now), lease.take(4, now)]).toEqual([true, true]);
    const wish = lease.takeSoon(5);
    await asked[1]?.answer({ charged: 10 });
    expect([await wish, lease.isOpen, lease.isDone]).toEqual(['ended', false, false]);
    lease.settle(4, 9);
    expect(uncovered).toEqual([]);
    lease.settle(4, 3);
    expect(uncovered).toEqual([2]);
    void lease.look();
    await asked[2]?.answer({ charged: 10 });
    expect([lease.isDone, uncovered]).toEqual([true, [2]]);
  });

  it('says what its calls may still come to, and passes on what is beyond what stays charged', async () => {
    const lease = await holding(10, 90);
    expect(lease.take(4, now)).toBe(true);
    lease.settle(4, 2);
    expect(lease.take(3, now)).toBe(true);
    void lease.takeSoon(9);
    expect(asked[1]?.exchange).toMatchObject({ settled: 2, reserved: 3 });
    await asked[1]?.answer({ charged: 5 });
    lease.settle(3, 4);
    expect(uncovered).toEqual([1]);
  });

  it('frees what its calls in flight did not use, once they have ended', async () => {
    const lease = await holding(10, 90);
    expect(lease.take(4, now)).toBe(true);
    lease.settle(4, 2);
    expect(lease.take(3, now)).toBe(true);
    void lease.takeSoon(9);
    await asked[1]?.answer({ charged: 5 });
    expect([lease.isOpen, lease.isDone]).toEqual([false, false]);
    now += 60_000;
    await lease.look();
    expect(asked).toHaveLength(2);
    lease.settle(3, 1);
    void lease.look();
    expect(asked[2]?.exchange).toMatchObject({ number: 3, settled: 3, reserved: 0 });
    await asked[2]?.answer({ charged: 3 });
    expect([lease.isDone, uncovered]).toEqual([true, []]);
  });

  it('is used up for half a minute while nobody answers, and no longer', async () => {
    const lease = await holding(10, 90);
    now += 44_999;
    expect(lease.take(1, now)).toBe(true);
    now += 1;
    expect(lease.take(1, now)).toBe(false);
  });

  it('of calls on their way hands out no slot after its time', async () => {
    const lease = await holding(10, 90, { concurrency: 100 });
    now += 14_999;
    expect(lease.take(1, now)).toBe(true);
    now += 1;
    expect(lease.take(1, now)).toBe(false);
  });
});
