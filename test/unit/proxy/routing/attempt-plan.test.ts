import { expect, it } from 'vitest';
import { openUpstream } from '../../../../proxy/call/open-upstream.ts';
import { AttemptPlan } from '../../../../proxy/routing/attempt-plan.ts';

const upstreamAt = (name: string) =>
  openUpstream({ name, wire: 'anthropic', base_url: 'http://127.0.0.1:1', models: ['*'] }, undefined);
const FIRST = { upstream: upstreamAt('first'), model: 'm' };
const SECOND = { upstream: upstreamAt('second'), model: 'm' };
const SETTINGS = { attempts: 6, withinMs: 10_000 };

/** The waits before each attempt of a call that is limited repeatedly, and the target of each attempt. */
function waitsOf(among: (typeof FIRST)[], random: number, retryAfterMs?: number, withinMs = SETTINGS.withinMs) {
  const plan = new AttemptPlan(among, { ...SETTINGS, withinMs }, () => random);
  const waits: [string, number][] = [];
  let sinceStartMs = 0;
  for (;;) {
    const next = plan.next({ status: 429, wasSent: true, retryAfterMs }, sinceStartMs);
    if (next === undefined) return waits;
    sinceStartMs += next.waitMs;
    waits.push([next.candidate.upstream.name, next.waitMs]);
  }
}

it('a refused call is retried after a random part of a doubling time', () => {
  expect(waitsOf([FIRST], 0.5).map(([, ms]) => ms)).toEqual([125, 250, 500, 1_000, 2_000]);
  expect(waitsOf([FIRST], 0).map(([, ms]) => ms)).toEqual([0, 0, 0, 0, 0]);
  expect(waitsOf([FIRST], 0.75).map(([, ms]) => ms)).toEqual([187.5, 375, 750, 1_500, 3_000]);
});

it('an untried target is called immediately', () => {
  expect(waitsOf([FIRST, SECOND], 0.5)).toEqual([
    ['second', 0],
    ['first', 125],
    ['second', 250],
    ['first', 500],
    ['second', 1_000],
  ]);
});

it('is not called before the provider’s time, and not with all others', () => {
  expect(waitsOf([FIRST], 0, 1_000).map(([, ms]) => ms)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
  expect(waitsOf([FIRST], 0.5, 1_000).map(([, ms]) => ms)).toEqual([1_125, 1_250, 1_500, 2_000, 3_000]);
});

it('is not called again if the time limit has passed by then', () => {
  expect(waitsOf([FIRST], 0.5, 1_000, 2_500).map(([, ms]) => ms)).toEqual([1_125, 1_250]);
});
