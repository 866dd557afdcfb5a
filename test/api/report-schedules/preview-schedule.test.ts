import { describe, expect, it } from 'vitest';
import { PREVIEW_EXAMPLES } from '../../../contracts/schedules/report-schedule-preview.ts';
import { makePreviewQuestion } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/report-schedules/preview`;
const HOURLY = { mode: 'interval', frequency: 'hourly', anchor: '2026-01-01T00:15:00Z' } as const;

interface Faulty {
  readonly type: string;
  readonly detail: string;
  readonly errors: readonly { readonly pointer: string; readonly code?: string }[];
}

describe('customer.report_schedules.preview', () => {
  it('answers 200 with the instants of the window, oldest first, and their notes', async () => {
    const { data, nextCursor } = await new TestApi().client().reportSchedules.preview(makePreviewQuestion());
    expect(data).toEqual([
      { scheduled_utc: '2026-03-28T01:30:00.000Z', local: '2026-03-28T02:30:00.000+01:00', note: '' },
      { scheduled_utc: '2026-03-29T01:30:00.000Z', local: '2026-03-29T03:30:00.000+02:00', note: 'dst_gap' },
      { scheduled_utc: '2026-03-30T00:30:00.000Z', local: '2026-03-30T02:30:00.000+02:00', note: '' },
    ]);
    expect(nextCursor).toBeUndefined();
  });

  it('begins with an instant at `from` and ends before an instant at `to`', async () => {
    const window = { from: '2026-03-28T01:30:00Z', to: '2026-03-29T03:30:00+02:00' };
    const { data } = await new TestApi().client().reportSchedules.preview(makePreviewQuestion(window));
    expect(data.map((instant) => instant.scheduled_utc)).toEqual(['2026-03-28T01:30:00.000Z']);
  });

  it('anchors an interval now if it has no anchor, and shows UTC if it has no zone', async () => {
    const api = new TestApi();
    api.now = new Date('2026-03-01T12:34:56.789Z');
    const { data } = await api.client().reportSchedules.preview({
      cadence: { mode: 'interval', frequency: 'daily' },
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-03T00:00:00Z',
    });
    expect(data).toEqual([
      { scheduled_utc: '2026-03-01T12:34:56.789Z', local: '2026-03-01T12:34:56.789+00:00', note: '' },
      { scheduled_utc: '2026-03-02T12:34:56.789Z', local: '2026-03-02T12:34:56.789+00:00', note: '' },
    ]);
  });

  it('is cut after 1,000 instants, and continues at the stated position', async () => {
    const { reportSchedules } = new TestApi().client();
    const all: string[] = [];
    const lengths: number[] = [];
    let from: string | undefined = '2026-01-01T00:00:00Z';
    while (from !== undefined) {
      // The window of 100 days and a quarter of an hour has 2,401 instants.
      const { data, nextCursor } = await reportSchedules.preview({
        cadence: HOURLY,
        from,
        to: '2026-04-11T00:15:00.001Z',
      });
      all.push(...data.map((instant) => instant.scheduled_utc));
      lengths.push(data.length);
      from = nextCursor;
    }
    expect(lengths).toEqual([1_000, 1_000, 401]);
    const expected = Array.from({ length: 2_401 }, (_value, hour) =>
      new Date(Date.parse('2026-01-01T00:15:00Z') + hour * 3_600_000).toISOString(),
    );
    expect(all).toEqual(expected);
  });

  it('states no further instants if exactly 1,000 are in the window', async () => {
    const to = new Date(Date.parse('2026-01-01T00:15:00Z') + 1_000 * 3_600_000).toISOString();
    const question = { cadence: HOURLY, from: '2026-01-01T00:00:00Z', to };
    const { data, nextCursor } = await new TestApi().client().reportSchedules.preview(question);
    expect([data.length, nextCursor]).toEqual([1_000, undefined]);
  });

  it('answers the example questions of the description', async () => {
    const { reportSchedules } = new TestApi().client();
    const notes: string[][] = [];
    for (const question of PREVIEW_EXAMPLES) {
      notes.push((await reportSchedules.preview(question)).data.map(({ local, note }) => local.slice(11, 16) + note));
    }
    expect(notes).toEqual([
      ['02:30', '03:30dst_gap', '02:30'],
      ['00:15', '01:15', '01:15', '02:15', '03:15', '04:15', '05:15'],
    ]);
  });

  it('writes nothing', async () => {
    const api = new TestApi();
    const before = api.plane.written();
    await api.client().reportSchedules.preview(makePreviewQuestion());
    expect(api.plane.written()).toBe(before);
  });

  it.each(['analyst', 'narrow', 'costless'] as const)(
    'is available to callers with any read permission here: %s',
    async (as) => {
      expect((await new TestApi().client(as).reportSchedules.preview(makePreviewQuestion())).data).toHaveLength(3);
    },
  );

  it('answers 403 for a resource of others before it checks the rules of the cadence', async () => {
    const refused = toRefusal(new TestApi().client('deployer').reportSchedules.preview(makePreviewQuestion()));
    expect(await refused).toMatchObject({ status: 403, type: 'forbidden' });
    const wrong = { ...makePreviewQuestion(), cadence: { mode: 'wall_clock', frequency: 'hourly' } };
    expect((await new TestApi().post(PATH, { as: 'deployer', body: wrong })).status).toBe(403);
  });

  it.each<[string, object, { pointer: string; code: string }[]]>([
    ['a schema', { mode: 'cron', frequency: 'daily' }, [{ pointer: '/cadence/mode', code: 'invalid_mode' }]],
    [
      'a rule',
      { mode: 'wall_clock', frequency: 'hourly', local_time: '08:00', timezone: 'Local' },
      [
        { pointer: '/cadence/frequency', code: 'hourly_requires_interval' },
        { pointer: '/cadence/timezone', code: 'invalid_timezone' },
      ],
    ],
    [
      'an unknown member',
      { mode: 'interval', frequency: 'daily', cron: '0 8 * * *' },
      [{ pointer: '/cadence/cron', code: 'field_not_allowed' }],
    ],
  ])('answers 422 with the code of each faulty member: %s', async (_name, cadence, expected) => {
    const { status, body } = await new TestApi().post<Faulty>(PATH, { body: { ...makePreviewQuestion(), cadence } });
    expect([status, body.type]).toEqual([422, 'validation_failed']);
    expect(body.errors.map(({ pointer, code }) => ({ pointer, code }))).toEqual(expected);
    expect(body.detail).toContain(expected[0]!.code);
  });

  it('gives the client the code of each faulty member', async () => {
    const cadence = { mode: 'wall_clock', frequency: 'weekly', local_time: '08:00', timezone: 'Local' } as const;
    const refused = toRefusal(new TestApi().client().reportSchedules.preview(makePreviewQuestion({ cadence })));
    expect((await refused).errors.map(({ code }) => code)).toEqual(['invalid_timezone', 'invalid_weekday']);
  });

  it.each<[string, object, string]>([
    ['a window without length', { to: '2026-03-28T01:00:00+01:00' }, '/to'],
    ['a window that ends before it begins', { to: '2026-03-01T00:00:00Z' }, '/to'],
    ['a beginning before the year 2000 of UTC', { from: '2000-01-01T00:00:00+00:01' }, '/from'],
    ['an end after the year 2099 of UTC', { to: '2099-12-31T23:59:00-00:01' }, '/to'],
    ['a day that does not exist', { from: '2026-02-30T00:00:00Z' }, '/from'],
    ['an end that does not exist', { to: '2026-02-30T00:00:00Z' }, '/to'],
    ['a year without runs', { to: '2100-01-01T00:00:00Z' }, '/to'],
    ['no window', { from: undefined }, '/from'],
    ['no cadence', { cadence: undefined }, '/cadence'],
    ['a member that it does not have', { limit: 5 }, '/limit'],
  ])('answers 422 for %s', async (_name, change, pointer) => {
    const { status, body } = await new TestApi().post<Faulty>(PATH, { body: { ...makePreviewQuestion(), ...change } });
    expect([status, body.type, body.errors.map((fault) => fault.pointer)]).toEqual([
      422,
      'validation_failed',
      [pointer],
    ]);
  });

  it('answers 422 for an idempotency key, which it would not store', async () => {
    const headers = { 'idempotency-key': 'once' };
    const { status, body } = await new TestApi().post<Faulty>(PATH, { body: makePreviewQuestion(), headers });
    expect([status, body.errors.map((fault) => fault.pointer)]).toEqual([422, ['/idempotency-key']]);
  });
});
