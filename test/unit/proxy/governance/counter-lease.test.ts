import { beforeEach, describe, expect, it } from 'vitest';
import { governanceSettings } from '../../../../domain/gateway/governance/limit.ts';
import type { LimitEntry } from '../../../../domain/gateway/governance/governance-block.ts';
import { newGovernanceFigures } from '../../../../proxy/governance/governance-figures.ts';
import { CounterLease } from '../../../../proxy/governance/counter-lease.ts';
import type { LeaseAnswer, LeaseExchange } from '../../../../store/gateway/limit-lease-store.ts';

/** An exchange that waits for the test's answer. */
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
function leaseOn(more: Partial<LimitEntry> = { requests: 100, per: 'day' }): CounterLease {
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
  return new CounterLease(parts, limit, { leaseId: 'gls_1', holder: 'p', counter }, (amount) => uncovered.push(amount));
}

/** Lets everything continue that waits only for its turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The latest exchange, without the members that are equal in all exchanges and without the reservation. */
function lastAsked(): Partial<LeaseExchange> {
  const { max, forMs, reserved: _, ...rest } = asked.at(-1)?.exchange ?? ({} as LeaseExchange);
  expect([max, forMs]).toEqual([100, 15_000]);
  return rest;
}

/** Opens a lease with this amount, and with an amount that remains for others. */
async function holding(held: number, left: number, more?: Partial<LimitEntry>): Promise<CounterLease> {
  const lease = leaseOn(more);
  const wish = lease.takeSoon(1);
  await asked[0]?.answer({ held, left });
  expect(await wish).toBe('taken');
  lease.giveBack(1);
  return lease;
}

it('requests a chunk when it is empty, and serves waiting calls in order', async () => {
  const lease = leaseOn();
  expect(lease.take(1, now)).toBe(false);
  const wishes = [lease.takeSoon(8), lease.takeSoon(7), lease.takeSoon(100)];
  expect(lastAsked()).toEqual({ number: 1, settled: 0, returned: 0, min: 8, wanted: 10, isLast: false });
  await asked[0]?.answer({ held: 10, left: 60 });
  expect(await wishes[0]).toBe('taken');
  // The third call finds that only 70 exist. The second waits for its missing amount.
  expect(await wishes[2]).toBe('full');
  expect(lastAsked()).toEqual({ number: 2, settled: 0, returned: 0, min: 5, wanted: 8, isLast: false });
  await asked[1]?.answer({ held: 18, left: 52 });
  expect(await wishes[1]).toBe('taken');
  expect(lease.used).toBe(45);
});

it('refills before it is empty, without a waiting call', async () => {
  const lease = await holding(10, 90);
  for (let call = 0; call < 5; call += 1) expect(lease.take(1, now)).toBe(true);
  expect(asked).toHaveLength(1);
  expect(lease.take(1, now)).toBe(true);
  expect(lastAsked()).toEqual({ number: 2, settled: 0, returned: 0, min: 0, wanted: 6, isLast: false });
});

it('returns its amount immediately if less than a chunk remains, and requests only what is needed', async () => {
  const lease = await holding(10, 9);
  expect(lease.take(2, now)).toBe(true);
  void lease.look();
  expect(lastAsked()).toEqual({ number: 2, settled: 0, returned: 8, min: 0, wanted: 0, isLast: false });
  await asked[1]?.answer({ held: 2, left: 9 });
  now += 200;
  void lease.takeSoon(3);
  expect(lastAsked()).toEqual({ number: 3, settled: 0, returned: 0, min: 3, wanted: 3, isLast: false });
});

it('counts amounts that are being returned as available for concurrent calls', async () => {
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

it('does not repeat a refused request for a moment', async () => {
  const lease = await holding(1, 0);
  expect(await lease.takeSoon(2)).toBe('full');
  now += 99;
  expect(await lease.takeSoon(2)).toBe('full');
  expect(asked).toHaveLength(1);
  now += 1;
  void lease.takeSoon(2);
  expect(asked).toHaveLength(2);
});

it('reports settled amounts within a second, and renews at half its time', async () => {
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
  // No call used the lease for this time, so the free amount is returned.
  expect(lastAsked()).toEqual({ number: 4, settled: 0, returned: 10, min: 0, wanted: 0, isLast: false });
});

it('ends after five seconds without use and without calls in flight', async () => {
  const lease = await holding(10, 90);
  now += 5_000;
  void lease.look();
  expect(lastAsked()).toEqual({ number: 2, settled: 0, returned: 10, min: 0, wanted: 0, isLast: true });
  expect([lease.isOpen, lease.take(1, now), lease.age]).toEqual([true, false, 5_000]);
  // A request during this time goes to another lease when this lease has returned its amount.
  const wish = lease.takeSoon(95);
  await asked[1]?.answer({ held: 0, left: 100 });
  expect([await wish, lease.isOpen, lease.isDone, lease.age]).toEqual(['ended', false, true, undefined]);
});

it('reports the last warning with the next exchange, once', async () => {
  const lease = await holding(10, 10);
  expect(lease.warning).toBe('"a";used=80');
  expect(lease.take(1, now)).toBe(true);
  lease.settle(1, 1);
  now += 1_000;
  void lease.look();
  expect(lastAsked()).toMatchObject({ number: 2, settled: 1, warnedPercent: 80 });
  // A warning of another percentage, during the exchange, is for the next one.
  expect(lease.take(1, now)).toBe(true);
  expect(lease.warning).toBe('"a";used=82');
  await asked[1]?.answer({ held: 10, left: 10 });
  lease.settle(1, 1);
  now += 1_000;
  void lease.look();
  expect(lastAsked()).toMatchObject({ number: 3, settled: 1, warnedPercent: 82 });
  await asked[2]?.answer({ held: 10, left: 10 });
  now += 10_000;
  void lease.look();
  expect(lastAsked()).toMatchObject({ number: 4, isLast: true, warnedPercent: undefined });
});

describe('a failed exchange', () => {
  it('is repeated unchanged, and no call waits for it', async () => {
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

it('lets another lease settle unreserved calls while it ends', async () => {
  const lease = await holding(10, 90);
  now += 5_000;
  void lease.look();
  lease.takeNothing();
  await asked[1]?.answer({ held: 0, left: 100 });
  expect(lease.isDone).toBe(true);
  lease.settle(0, 7);
  expect(uncovered).toEqual([7]);
});

describe('a lapsed lease', () => {
  it('covers its amount, and passes on the excess of calls', async () => {
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

  it('reports the possible rest of its calls, and passes on what exceeds its charge', async () => {
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

  it('releases the unused amount of its calls in flight after they have ended', async () => {
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

  it('is used for at most half a minute without an answer', async () => {
    const lease = await holding(10, 90);
    now += 44_999;
    expect(lease.take(1, now)).toBe(true);
    now += 1;
    expect(lease.take(1, now)).toBe(false);
  });

  it('of concurrent calls assigns no slot after its time', async () => {
    const lease = await holding(10, 90, { concurrency: 100 });
    now += 14_999;
    expect(lease.take(1, now)).toBe(true);
    now += 1;
    expect(lease.take(1, now)).toBe(false);
  });
});
