import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ComparisonPorts } from '../../../../activities/comparisons/comparison-ports.ts';
import { createConnectionWaiters } from '../../../../activities/comparisons/connection-waiters.ts';
import { createEndBatcher } from '../../../../activities/comparisons/end-batcher.ts';
import { payOnce, type PaidCallRequest } from '../../../../activities/comparisons/pay-once.ts';
import { MAX_CONNECTION_WAIT_MS } from '../../../../domain/comparisons/run-work.ts';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import type { Reservation } from '../../../../store/comparisons/reservation.ts';
import { makeConnection } from '../../../../testing/api/made-connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ORDER = {
  ...({ runId: 'crun_1', position: 0, arm: 'baseline' } as const),
  ...{ isLastTry: false, hasCompany: false, callMs: 1_000 },
};
const never = (): never => {
  throw new Error('Nothing is sent, and nothing ends.');
};
const WANTED: PaidCallRequest = {
  callKey: { runId: 'crun_1', position: 0, arm: 'baseline', purpose: 'comparison' },
  connectionId: 'conn_1',
  request: { model: 'm', system: '', messages: [], parameters: { max_output_tokens: 1 } },
  size: { inputBytes: 1, messages: 1, isForced: false, maxOutputTokens: 1 },
  endingOf: never,
  endWithout: never,
};

const connectionWaiters = createConnectionWaiters();

/** Ports whose reservations return these answers in order, and then repeat the last one. */
function portsThatSay(answers: readonly Reservation[]): { ports: ComparisonPorts; asked: () => number } {
  let asked = 0;
  const ports = {
    calls: {
      settleLost: () => Promise.resolve(),
      reserve: () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)]!),
    },
    connections: { find: () => Promise.resolve({ ...makeConnection(), connectionId: 'conn_1' }) },
    prices: { priceOf: () => () => 1n },
    connectionWaiters,
    batchEnds: createEndBatcher(),
    clock: { now: () => new Date(0) },
    faultPoints: noFaultPoints,
  } as unknown as ComparisonPorts;
  return { ports, asked: () => asked };
}

const pay = (ports: ComparisonPorts) => new MockActivityEnvironment().run(() => payOnce(ports, ORDER, WANTED));

describe('a call to a connection with the maximum calls in flight', () => {
  it('retries each second until it is accepted', async () => {
    const { ports, asked } = portsThatSay([{ kind: 'busy' }, { kind: 'busy' }, { kind: 'stopped' }]);
    const paid = pay(ports);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await paid).toEqual({ kind: 'stopped' });
    expect(asked()).toBe(3);
  });

  it('retries immediately if another call on its connection has ended', async () => {
    const { ports, asked } = portsThatSay([{ kind: 'busy' }, { kind: 'stopped' }]);
    const paid = pay(ports);
    await vi.advanceTimersByTimeAsync(0);
    expect(connectionWaiters.wake('conn_2')).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBe(1);
    expect(connectionWaiters.wake('conn_1')).toBe(true);
    expect(await paid).toEqual({ kind: 'stopped' });
    expect(asked()).toBe(2);
    expect(connectionWaiters.wake('conn_1')).toBe(false);
  });

  it('is the longer waiting of two that retry', async () => {
    const made = [1, 2].map(() => portsThatSay([{ kind: 'busy' }, { kind: 'stopped' }]));
    const paid = made.map(({ ports }) => pay(ports));
    await vi.advanceTimersByTimeAsync(0);
    connectionWaiters.wake('conn_1');
    expect(await paid[0]).toEqual({ kind: 'stopped' });
    expect(made.map(({ asked }) => asked())).toEqual([2, 1]);
    connectionWaiters.wake('conn_1');
    expect(await paid[1]).toEqual({ kind: 'stopped' });
  });

  it('releases its position after five minutes', async () => {
    const { ports, asked } = portsThatSay([{ kind: 'busy' }]);
    const paid = pay(ports);
    await vi.advanceTimersByTimeAsync(MAX_CONNECTION_WAIT_MS);
    expect(asked()).toBe(301);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await paid).toEqual({ kind: 'busy' });
  });
});

describe('a call to a connection with a limit of its provider', () => {
  it('is delayed for that time, and not sent', async () => {
    const { ports, asked } = portsThatSay([{ kind: 'limited', forMs: 3_500 }]);
    expect(await pay(ports)).toEqual({ kind: 'put_off', fault: 'rate_limited', afterMs: 3_500 });
    expect(asked()).toBe(1);
  });
});
