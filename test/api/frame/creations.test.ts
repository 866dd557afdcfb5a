import { describe, expect, it } from 'vitest';
import type { Creation } from '../../../clients/typescript/transport/answer.ts';
import { OPERATIONS } from '../../../clients/typescript/operations.ts';
import { aView } from '../../support/api/answers.ts';
import { describedOperations } from '../../support/api/described-api.ts';
import { creation } from '../../support/api/made-report.ts';
import { makeSchedule, type MadeSchedule, putOccurrence, scheduling } from '../../support/api/made-schedule.ts';

interface Case {
  readonly name: keyof typeof OPERATIONS;
  readonly create: (made: MadeSchedule, idempotencyKey?: string) => Promise<Creation<unknown>>;
  /** The id of what was made, in the answer of its creation and of its reading alike. */
  readonly id: (data: never) => string;
}

const CASES: readonly Case[] = [
  {
    name: 'customer.saved_views.create',
    create: ({ api }) => api.client().savedViews.create(aView()),
    id: ({ id }: { id: string }) => id,
  },
  {
    name: 'customer.reports.create',
    create: ({ api, view }, idempotencyKey) =>
      api.client().reports.create(creation(view, { name: 'Other' }), { idempotencyKey }),
    id: (data: { report?: { report_id: string }; report_id: string }) => (data.report ?? data).report_id,
  },
  {
    name: 'customer.reports.runs.create',
    create: ({ api, at }, idempotencyKey) => api.client().reports.runs.create(at[0], { idempotencyKey }),
    id: ({ run_id: id }: { run_id: string }) => id,
  },
  {
    name: 'customer.report_schedules.create',
    create: ({ api, report }, idempotencyKey) =>
      api.client().reportSchedules.create(scheduling(report), { idempotencyKey }),
    id: ({ schedule_id: id }: { schedule_id: string }) => id,
  },
  {
    name: 'customer.report_schedules.occurrences.rerun',
    create: (made, idempotencyKey) => {
      const { occurrence_id: id } = putOccurrence(made, { state: 'missed' });
      const { occurrences } = made.api.client().reportSchedules;
      return occurrences.rerun(made.schedule.schedule_id, id, { idempotencyKey });
    },
    id: ({ run_id: id }: { run_id: string }) => id,
  },
];

describe('a creation', () => {
  it('is each operation that answers 201 or 202', () => {
    const creating = Object.entries(OPERATIONS).filter(([, { success }]) => success !== 200);
    expect(CASES.map(({ name }) => name).sort()).toEqual(creating.map(([name]) => name).sort());
  });

  it.each(CASES)('says where what was made is read: $name', async ({ create, id }) => {
    const made = await makeSchedule();
    const { data, location, replayed } = await create(made);
    const read = await made.api.get<{ data: never }>(location);
    expect([read.status, id(read.body.data), replayed]).toEqual([200, id(data as never), false]);
    expect(made.api.answered.at(-1)?.headers).not.toHaveProperty('idempotent-replayed');
  });

  it.each(CASES.filter(({ name }) => OPERATIONS[name].repeatable === 'with-key'))(
    'that is repeated under its key is marked, and says the same: $name',
    async ({ create }) => {
      const made = await makeSchedule();
      const first = await create(made, 'once');
      const again = await create(made, 'once');
      expect([first.replayed, again.replayed]).toEqual([false, true]);
      expect([again.data, again.location]).toEqual([first.data, first.location]);
      expect(made.api.answered.at(-1)?.headers['idempotent-replayed']).toBe('true');
    },
  );

  it.each(CASES)('has its headers described: $name', async ({ name }) => {
    const { responses } = (await describedOperations()).find(({ operationId }) => operationId === name)!;
    const { success, repeatable } = OPERATIONS[name];
    const own = ['Location', ...(repeatable === 'with-key' ? ['Idempotent-Replayed'] : [])];
    const described = Object.keys(responses[String(success)]?.headers ?? {});
    expect(described.filter((header) => !header.startsWith('RateLimit'))).toEqual(own);
  });
});
