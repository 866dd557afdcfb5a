import { describe, expect, it } from 'vitest';
import { DecisionQueue } from '../../../../api/management/decisions/decision-queue.ts';
import { RecentDecisions, type HeldDecision } from '../../../../journal/decisions/recent-decisions.ts';
import { makeCallDecision } from '../../../../testing/journal/fake-decisions.ts';

function held(count: number, change: Parameters<typeof makeCallDecision>[0] = {}): HeldDecision[] {
  const recent = new RecentDecisions('0000000a');
  return Array.from({ length: count }, () => recent.add(makeCallDecision(change)));
}

/** The events of a queue in short: the number of each call, or the number of missed ones. */
function takeAll(queue: DecisionQueue): string[] {
  const texts: string[] = [];
  for (let text = queue.take(); text !== undefined; text = queue.take()) texts.push(text);
  return [...texts.join('').matchAll(/id: 0000000a-(\d+)\n|"count":(\d+|null)/g)].map(([, call, missed]) =>
    call === undefined ? `missed ${missed}` : call,
  );
}

describe('the events of a reader', () => {
  it('are server-sent events', () => {
    const queue = new DecisionQueue();
    queue.add(held(1));
    expect(queue.take()).toBe(`id: 0000000a-1\nevent: decision\ndata: ${JSON.stringify(makeCallDecision())}\n\n`);
    expect(queue.take()).toBeUndefined();
  });

  it('are taken in pieces of about 16 Ki characters', () => {
    const queue = new DecisionQueue();
    queue.add(held(100));
    const first = queue.take() ?? '';
    expect(first.length).toBeGreaterThanOrEqual(16_384);
    expect(first.length).toBeLessThan(18_000);
    expect(takeAll(queue).at(-1)).toBe('100');
  });

  it('are the newest 200 if a reader is slow, after the number of those that it missed', () => {
    const queue = new DecisionQueue();
    expect(queue.add(held(500, { skipped_before: 2 }))).toBe(900);
    expect(queue.size).toBe(200);
    const events = takeAll(queue);
    expect([events.length, ...events.slice(0, 2), events.at(-1)]).toEqual([201, 'missed 900', '301', '500']);
    expect(queue.add(held(1))).toBe(0);
    expect(takeAll(queue)).toEqual(['1']);
  });

  it('have a bound on their characters', () => {
    const queue = new DecisionQueue();
    const removed = queue.add(held(100, { kind: 'k'.repeat(10_000) }));
    expect([removed, queue.size]).toEqual([76, 24]);
  });

  it('state at its place that an unknown number is missing', () => {
    const queue = new DecisionQueue();
    const [one, two] = held(2);
    queue.add([one!]);
    queue.addUnknown();
    queue.addUnknown();
    queue.add([two!]);
    expect(takeAll(queue)).toEqual(['1', 'missed null', '2']);
  });

  it('state that the number is unknown if the place of unknown ones was removed too', () => {
    const queue = new DecisionQueue();
    queue.addUnknown();
    queue.add(held(300));
    expect(takeAll(queue).slice(0, 2)).toEqual(['missed null', '101']);
  });

  it('are gone after the queue was cleared', () => {
    const queue = new DecisionQueue();
    queue.add(held(300));
    queue.clear();
    expect([queue.size, queue.take()]).toEqual([0, undefined]);
  });
});
