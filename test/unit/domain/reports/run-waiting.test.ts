import { describe, expect, it } from 'vitest';
import type { Component } from '../../../../domain/kernel/components.ts';
import { nextAttemptAt, findRunWait } from '../../../../domain/reports/run-waiting.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const LATER = new Date('2026-03-01T12:00:00.001Z');
const queued = { state: 'queued', isScheduled: false, nextTryAt: undefined } as const;
const alive = (...components: Component[]) => new Map(components.map((one) => [one, NOW] as const));
const ALL = alive('worker.requested_runs', 'worker.due_runs', 'reader');

describe('the reason for which a run waits', () => {
  it.each([
    ['its turn, if everything is available', queued, ALL, 'turn'],
    ['the next attempt, until its instant', { ...queued, nextTryAt: LATER }, ALL, 'next_try'],
    ['its turn, from that instant on', { ...queued, nextTryAt: NOW }, ALL, 'turn'],
    ['the reader, also before the next try', { ...queued, nextTryAt: LATER }, alive('worker.requested_runs'), 'reader'],
    ['a worker, if the state of the reader is unknown', queued, alive(), 'report_worker'],
    ['the worker of its kind', queued, alive('worker.due_runs', 'reader'), 'report_worker'],
    [
      'the worker of due runs, for a scheduled run',
      { ...queued, isScheduled: true },
      alive('worker.due_runs', 'reader'),
      'turn',
    ],
    ['a worker, while no worker runs it', { ...queued, state: 'running' }, alive('reader'), 'report_worker'],
    ['undefined, while it runs', { ...queued, state: 'running' }, alive('worker.requested_runs'), undefined],
    ['undefined, after it is settled', { ...queued, state: 'failed' }, alive(), undefined],
  ] as const)('is %s', (_name, run, lastSeen, expected) => {
    expect(findRunWait(run, lastSeen, NOW)).toBe(expected);
  });
});

describe('the next attempt', () => {
  it.each([
    ['two seconds after the first failure', { state: 'queued', attempt: 1, failedAt: NOW }, '2026-03-01T12:00:02.000Z'],
    ['sixteen after the fourth', { state: 'queued', attempt: 4, failedAt: NOW }, '2026-03-01T12:00:16.000Z'],
    ['no instant before a failure', { state: 'queued', attempt: 0, failedAt: undefined }, undefined],
    ['no instant during an attempt', { state: 'running', attempt: 2, failedAt: NOW }, undefined],
    ['no instant after the last failure', { state: 'failed', attempt: 5, failedAt: NOW }, undefined],
  ] as const)('is %s', (_name, run, expected) => {
    expect(nextAttemptAt(run)?.toISOString()).toBe(expected);
  });
});
