import { describe, expect, it } from 'vitest';
import { type Component, COMPONENTS } from '../../../../domain/kernel/components.ts';
import {
  toExecutionState,
  MAX_SCHEDULE_RECIPIENTS,
  missingParts,
  NEXT_OCCURRENCES,
  OVERDUE_MS,
} from '../../../../domain/schedules/report-schedule.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const LONG_AGO = new Date('2026-03-01T11:00:00.000Z');

/** The last heartbeat of each component: long ago for these components, and now for the others. */
function silent(...components: Component[]): Map<Component, Date> {
  return new Map(COMPONENTS.map((one) => [one, components.includes(one) ? LONG_AGO : NOW] as const));
}
const WORKERS: Component[] = [
  'worker.requested_runs',
  'worker.dispatcher',
  'worker.due_runs',
  'worker.housekeeping',
  'worker.comparison_runs',
  'relay',
  'reconciler',
  'indexer',
];

describe('the missing components of a schedule', () => {
  it.each<[string, Map<Component, Date>, string[]]>([
    ['none, if all are alive', silent(), []],
    ['none, if only unnecessary ones are silent', silent('api', 'indexer', 'worker.requested_runs'), []],
    ['the dispatcher', silent('worker.dispatcher'), ['dispatcher']],
    ['the worker of due runs', silent('worker.due_runs'), ['report_worker']],
    ['the reader, if living workers report it', silent('reader'), ['reader']],
    ['the inbox, if the living worker of due runs reports it', silent('inbox'), ['inbox']],
    ['only the worker, while no other reports its inbox', silent('worker.due_runs', 'inbox'), ['report_worker']],
    ['only the workers, while none reports the reader', silent(...WORKERS, 'reader'), ['dispatcher', 'report_worker']],
    ['the workers, with any other component alive', silent(...WORKERS), ['dispatcher', 'report_worker']],
    ['only the workers, if no heartbeat exists', new Map(), ['dispatcher', 'report_worker']],
  ])('are %s', (_what, lastSeen, missing) => {
    expect(missingParts(lastSeen, NOW)).toEqual(missing);
  });

  it.each(WORKERS)('include the reader while only %s is alive to report it', (teller) => {
    const others = COMPONENTS.filter((component) => component !== teller);
    expect(missingParts(silent(...others), NOW)).toContain('reader');
  });
});

describe('a schedule', () => {
  it.each([
    ['armed, if nothing is missing', false, [], 'armed'],
    ['unavailable, if a component is missing', false, ['reader'], 'unavailable'],
    ['paused, if it is paused', true, [], 'paused'],
    ['paused before it is unavailable', true, ['reader'], 'paused'],
  ] as const)('is %s', (_what, paused, missing, state) => {
    expect(toExecutionState(paused, missing)).toBe(state);
  });

  it('shows three instants, has up to twenty recipients, and is overdue after a minute', () => {
    expect([NEXT_OCCURRENCES, MAX_SCHEDULE_RECIPIENTS, OVERDUE_MS]).toEqual([3, 20, 60_000]);
  });
});
