import { describe, expect, it } from 'vitest';
import type { CallDecision } from '../../../../contracts/gateway/decisions/call-decision.ts';
import { RecentDecisions, type HeldDecision } from '../../../../journal/decisions/recent-decisions.ts';
import { makeCallDecision } from '../../../../testing/journal/fake-decisions.ts';

const ID = '0000000a';

/** A call that ended this number of milliseconds after the first one. */
const call = (number: number, change: Partial<CallDecision> = {}): CallDecision =>
  makeCallDecision({
    req_id: `greq_${number}`,
    ended_at: new Date(Date.parse('2026-03-01T12:00:00.000Z') + number).toISOString(),
    ...change,
  });

const idsOf = (calls: readonly HeldDecision[]): string[] => calls.map(({ requestId }) => requestId.slice(5));

describe('the last calls', () => {
  it('are listed by the time of their end, page by page', () => {
    const recent = new RecentDecisions(ID);
    for (const number of [1, 3, 2, 4]) recent.add(call(number));
    const first = recent.list({}, undefined, 2);
    expect(idsOf(first)).toEqual(['4', '3']);
    expect(idsOf(recent.list({}, first[1], 2))).toEqual(['2', '1']);
    expect(idsOf(recent.list({}, { endedMs: 0, requestId: '' }, 2))).toEqual([]);
  });

  it('have an order if they ended in the same millisecond', () => {
    const recent = new RecentDecisions(ID);
    for (const number of [2, 1]) recent.add(call(number, { ended_at: '2026-03-01T12:00:00.000Z' }));
    const [first] = recent.list({}, undefined, 1);
    expect(idsOf([first!, ...recent.list({}, first, 1)])).toEqual(['2', '1']);
  });

  it('are selected by environment and decision', () => {
    const recent = new RecentDecisions(ID);
    recent.add(call(1, { environment_id: 'env_b' }));
    recent.add(call(2, { environment_id: 'env_b', decision: 'refused' }));
    recent.add(call(3));
    expect(idsOf(recent.list({ environmentId: 'env_b' }, undefined, 9))).toEqual(['2', '1']);
    expect(idsOf(recent.list({ decision: 'refused' }, undefined, 9))).toEqual(['2']);
    expect(idsOf(recent.list({ environmentId: 'env_b', decision: 'admitted' }, undefined, 9))).toEqual(['1']);
  });

  it('are at most 250 of one environment and decision', () => {
    const recent = new RecentDecisions(ID);
    recent.add(call(0, { decision: 'refused' }));
    for (let number = 1; number <= 400; number += 1) recent.add(call(number));
    expect(recent.list({ decision: 'admitted' }, undefined, 1_000)).toHaveLength(250);
    expect(idsOf(recent.list({ decision: 'refused' }, undefined, 1_000))).toEqual(['0']);
  });

  it('have a bound on their characters, in one environment and in total', () => {
    const recent = new RecentDecisions(ID);
    const kind = 'k'.repeat(10_000);
    for (let number = 0; number < 100; number += 1) recent.add(call(number, { kind }));
    expect(recent.characters).toBeLessThanOrEqual(524_288);
    expect(recent.list({}, undefined, 1_000)).toHaveLength(48);
    for (let number = 0; number < 2_000; number += 1)
      recent.add(call(number, { kind, environment_id: `env_${Math.floor(number / 40)}` }));
    expect(recent.characters).toBeLessThanOrEqual(8_388_608);
    expect(recent.list({ environmentId: 'env_49' }, undefined, 1_000)).toHaveLength(40);
    expect(recent.list({ environmentId: 'env_0' }, undefined, 1_000)).toEqual([]);
  });
});

describe('the calls after an event', () => {
  it('are those that came later, oldest first', () => {
    const recent = new RecentDecisions(ID);
    const held = [3, 1, 2].map((number) => recent.add(call(number)));
    expect(held.map(({ eventId }) => eventId)).toEqual(['0000000a-1', '0000000a-2', '0000000a-3']);
    const later = recent.after({}, '0000000a-1');
    expect([idsOf(later.decisions), later.isComplete]).toEqual([['1', '2'], true]);
    expect(recent.after({}, recent.lastEventId)).toEqual({ decisions: [], isComplete: true });
  });

  it('are incomplete if others were removed since', () => {
    const recent = new RecentDecisions(ID);
    for (let number = 1; number <= 252; number += 1) recent.add(call(number));
    recent.add(call(0, { environment_id: 'env_b' }));
    expect(recent.after({}, '0000000a-1').isComplete).toBe(false);
    expect(recent.after({}, '0000000a-2').isComplete).toBe(true);
    expect(recent.after({ environmentId: 'env_b' }, '0000000a-1').isComplete).toBe(true);
  });

  it.each(['', 'x', '0000000b-1', '0000000a-2', '0000000a-1e0', '0000000a--1'])(
    'are unknown after %j, which is no event of this process',
    (eventId) => {
      const recent = new RecentDecisions(ID);
      recent.add(call(1));
      expect(recent.after({}, eventId)).toEqual({ decisions: [], isComplete: false });
    },
  );
});
