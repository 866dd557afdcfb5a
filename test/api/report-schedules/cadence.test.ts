import { describe, expect, it } from 'vitest';
import { CADENCE_CODES } from '../../../domain/kernel/fault-codes.ts';
import { makeQuestion } from '../../../testing/api/answers.ts';
import { makeReport } from '../../../testing/api/made-report.ts';
import {
  DAILY_IN_BERLIN,
  makeScheduleUpdate,
  makeSchedule,
  SCHEDULES_PATH,
  makeScheduleBody,
} from '../../../testing/api/made-schedule.ts';

/** A cadence that breaks rules, and the broken rules: the member and its code, if it has one. */
const FAULTY: readonly [string, object, readonly (readonly [string, string?])[]][] = [
  ['an unknown mode', { ...DAILY_IN_BERLIN, mode: 'cron' }, [['mode', 'invalid_mode']]],
  ['no frequency', { ...DAILY_IN_BERLIN, frequency: undefined }, [['frequency', 'invalid_frequency']]],
  ['an unknown frequency', { mode: 'interval', frequency: 'monthly' }, [['frequency', 'invalid_frequency']]],
  ['an hourly wall clock', { ...DAILY_IN_BERLIN, frequency: 'hourly' }, [['frequency', 'hourly_requires_interval']]],
  ['a wall clock without a zone', { ...DAILY_IN_BERLIN, timezone: undefined }, [['timezone', 'invalid_timezone']]],
  ['`Local` for a zone', { ...DAILY_IN_BERLIN, timezone: 'Local' }, [['timezone', 'invalid_timezone']]],
  ['an offset for a zone', { ...DAILY_IN_BERLIN, timezone: '+01:00' }, [['timezone', 'invalid_timezone']]],
  ['an unknown zone', { ...DAILY_IN_BERLIN, timezone: 'Europe/Atlantis' }, [['timezone', 'invalid_timezone']]],
  [
    'an unknown zone that labels an interval',
    { mode: 'interval', frequency: 'daily', timezone: 'Europe/Atlantis' },
    [['timezone', 'invalid_timezone']],
  ],
  [
    'a wall clock without a time',
    { ...DAILY_IN_BERLIN, local_time: undefined },
    [['local_time', 'invalid_local_time']],
  ],
  ['a time after the last', { ...DAILY_IN_BERLIN, local_time: '24:00' }, [['local_time', 'invalid_local_time']]],
  ['a weekly cadence without a day', { ...DAILY_IN_BERLIN, frequency: 'weekly' }, [['weekday', 'invalid_weekday']]],
  ['an unknown day', { ...DAILY_IN_BERLIN, frequency: 'weekly', weekday: 'someday' }, [['weekday', 'invalid_weekday']]],
  ['a daily one with a day', { ...DAILY_IN_BERLIN, weekday: 'monday' }, [['weekday', 'field_not_allowed']]],
  [
    'a wall clock with an anchor',
    { ...DAILY_IN_BERLIN, anchor: '2026-01-01T00:00:00Z' },
    [['anchor', 'field_not_allowed']],
  ],
  [
    'an interval with a time and a day',
    { mode: 'interval', frequency: 'daily', local_time: '08:00', weekday: 'monday' },
    [
      ['local_time', 'field_not_allowed'],
      ['weekday', 'field_not_allowed'],
    ],
  ],
  [
    'a day, a time and a zone as people write them',
    { ...DAILY_IN_BERLIN, frequency: 'weekly', weekday: 'Monday', local_time: '8:30', timezone: 'Berlin' },
    [
      ['local_time', 'invalid_local_time'],
      ['weekday', 'invalid_weekday'],
      ['timezone', 'invalid_timezone'],
    ],
  ],
  ['a member that no cadence has', { ...DAILY_IN_BERLIN, cron: '* * * * *' }, [['cron', 'field_not_allowed']]],
  [
    'an anchor that is no instant',
    { mode: 'interval', frequency: 'daily', anchor: '2026-02-30T00:00:00Z' },
    [['anchor']],
  ],
  [
    'everything at once',
    {
      ...DAILY_IN_BERLIN,
      frequency: 'hourly',
      timezone: 'Local',
      anchor: '2026-01-01T00:00:00Z',
      local_time: undefined,
    },
    [
      ['anchor', 'field_not_allowed'],
      ['frequency', 'hourly_requires_interval'],
      ['local_time', 'invalid_local_time'],
      ['timezone', 'invalid_timezone'],
    ],
  ],
];

interface Problem {
  readonly type: string;
  readonly errors: readonly { readonly pointer: string; readonly code?: string }[];
}

const summarize = ({ type, errors }: Problem) => [type, errors.map(({ pointer, code }) => [pointer, code])];

describe.each(FAULTY)('a cadence with %s', (_what, cadence, faults) => {
  const expected = ['validation_failed', faults.map(([member, code]) => [`/cadence/${member}`, code])];

  it('creates no schedule, and names the fault of each member', async () => {
    const { api, report } = await makeReport();
    const { status, body } = await api.post<Problem>(SCHEDULES_PATH, { body: makeScheduleBody(report, { cadence }) });
    expect([status, summarize(body)]).toEqual([422, expected]);
    expect(api.plane.scheduling.rows.size).toBe(0);
  });

  it('replaces no cadence', async () => {
    const { api, schedule, schedulePath } = await makeSchedule();
    const { status, body } = await api.put<Problem>(schedulePath, { body: makeScheduleUpdate(schedule, { cadence }) });
    expect([status, summarize(body)]).toEqual([422, expected]);
    expect((await api.client().reportSchedules.get(schedule.schedule_id)).data).toEqual(schedule);
  });
});

describe('a cadence without a mode', () => {
  const { mode, ...members } = DAILY_IN_BERLIN;

  it('creates no schedule', async () => {
    const { api, report } = await makeReport();
    const { status, body } = await api.post<Problem>(SCHEDULES_PATH, {
      body: makeScheduleBody(report, { cadence: members }),
    });
    expect([status, summarize(body)]).toEqual([422, ['validation_failed', [['/cadence/mode', 'invalid_mode']]]]);
  });

  it.each([
    ['a wall clock', DAILY_IN_BERLIN, { ...members, local_time: '09:15' }, { mode, ...members, local_time: '09:15' }],
    [
      'an interval',
      { mode: 'interval', frequency: 'hourly', anchor: '2026-02-01T00:10:00Z' },
      { frequency: 'daily' },
      { mode: 'interval', frequency: 'daily', anchor: '2026-02-01T00:10:00.000Z' },
    ],
  ])('keeps the mode of the %s that it replaces', async (_, before, cadence, kept) => {
    const { api, schedule } = await makeSchedule({ body: { cadence: before } });
    const edit = makeScheduleUpdate(schedule, { cadence });
    expect((await api.client().reportSchedules.update(schedule.schedule_id, edit)).data.cadence).toEqual(kept);
  });

  it('is checked by the rules of the kept mode', async () => {
    const { schedule, schedulePath, api } = await makeSchedule();
    const { status, body } = await api.put<Problem>(schedulePath, {
      body: makeScheduleUpdate(schedule, { cadence: { ...members, frequency: 'hourly' } }),
    });
    expect([status, summarize(body)]).toEqual([
      422,
      ['validation_failed', [['/cadence/frequency', 'hourly_requires_interval']]],
    ]);
  });
});

describe('an anchor', () => {
  it('may be in lower case, and is shown in the common format of instants', async () => {
    const cadence = { mode: 'interval', frequency: 'hourly', anchor: '2026-02-01t00:10:00.25z' };
    const { schedule } = await makeSchedule({ body: { cadence } });
    expect(schedule.cadence).toEqual({ ...cadence, anchor: '2026-02-01T00:10:00.250Z' });
  });
});

describe('the codes of the contract', () => {
  it('are all covered by these tables and by the two tables of views', () => {
    const met = FAULTY.flatMap(([, , faults]) => faults.flatMap(([, code]) => code ?? []));
    expect(new Set([...met, 'fixed_view_not_schedulable', 'invalid_window'])).toEqual(new Set(CADENCE_CODES));
  });

  it('report the view before the cadence, and the cadence before the recipients', async () => {
    const { api, report, view } = await makeReport();
    const body = makeScheduleBody(report, {
      cadence: { ...DAILY_IN_BERLIN, timezone: 'Local' },
      recipient_subject_ids: [view.id.replace(/^sv/, 'sub')],
    });
    const pointers = async () =>
      (await api.post<Problem>(SCHEDULES_PATH, { body })).body.errors.map(({ pointer }) => pointer);
    expect(await pointers()).toEqual(['/cadence/timezone']);
    api.plane.views.set(view.id, { ...view, time_intent: 'fixed', query: makeQuestion() });
    expect(await pointers()).toEqual(['/report_id']);
  });
});
