import { describe, expect, it } from 'vitest';
import { type Component, COMPONENTS } from '../../../../domain/kernel/components.ts';
import {
  executionStateOf,
  MAX_SCHEDULE_RECIPIENTS,
  missingParts,
  NEXT_OCCURRENCES,
  OVERDUE_MS,
} from '../../../../domain/schedules/report-schedule.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const LONG_AGO = new Date('2026-03-01T11:00:00.000Z');

/** When each component was last seen: these long ago, the others now. */
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

describe('the parts that a schedule misses', () => {
  it.each<[string, Map<Component, Date>, string[]]>([
    ['none, where all are alive', silent(), []],
    ['none, where only what it does not need is silent', silent('api', 'indexer', 'worker.requested_runs'), []],
    ['the dispatcher', silent('worker.dispatcher'), ['dispatcher']],
    ['the worker of due runs', silent('worker.due_runs'), ['report_worker']],
    ['the reader, of which living workers tell', silent('reader'), ['reader']],
    ['the inbox, of which the living worker of due runs tells', silent('inbox'), ['inbox']],
    ['the worker alone, while nobody else tells of its inbox', silent('worker.due_runs', 'inbox'), ['report_worker']],
    [
      'the workers alone, while none tells of the reader',
      silent(...WORKERS, 'reader'),
      ['dispatcher', 'report_worker'],
    ],
    ['the workers, whoever else is alive', silent(...WORKERS), ['dispatcher', 'report_worker']],
    ['the workers alone, where nothing was ever seen', new Map(), ['dispatcher', 'report_worker']],
  ])('are %s', (_what, lastSeen, missing) => {
    expect(missingParts(lastSeen, NOW)).toEqual(missing);
  });

  it.each(WORKERS)('hold the reader while %s alone is alive to tell of it', (teller) => {
    const others = COMPONENTS.filter((component) => component !== teller);
    expect(missingParts(silent(...others), NOW)).toContain('reader');
  });
});

describe('a schedule', () => {
  it.each([
    ['armed, where nothing is missing', false, [], 'armed'],
    ['unavailable, where something is', false, ['reader'], 'unavailable'],
    ['paused, where it is paused', true, [], 'paused'],
    ['paused before it is unavailable', true, ['reader'], 'paused'],
  ] as const)('is %s', (_what, paused, missing, state) => {
    expect(executionStateOf(paused, missing)).toBe(state);
  });

  it('shows three instants, serves twenty people, and is overdue after a minute', () => {
    expect([NEXT_OCCURRENCES, MAX_SCHEDULE_RECIPIENTS, OVERDUE_MS]).toEqual([3, 20, 60_000]);
  });
});
