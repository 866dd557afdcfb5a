import { describe, expect, it } from 'vitest';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import { makeAnswer, MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import { demoId, ORGANIZATION_ID, type SubjectName } from '../../../testing/api/demo-ids.ts';
import { makeUsersAnswer, UNNAMED_USERS_WITHOUT_MONEY, WITHHELD_USERS } from '../../../testing/api/dimension-answer.ts';
import { copyAccess } from '../../../testing/api/made-report.ts';
import { makeSchedule, type MadeSchedule, putItem } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { computeRunDigest } from '../../../testing/api/settled-report.ts';

const DELIVERY = demoId('delivery', 1);
const DAY_MS = 86_400_000;

/** Creates a schedule with a ready run. It is delivered to the owner and to the analyst, who may not read money. */
async function makeDelivered(answer: InsightAnswer = makeAnswer()): Promise<MadeSchedule> {
  const made = await makeSchedule();
  const { api, run } = made;
  api.plane.answers.set(run.run_id, answer);
  api.plane.settle(run.run_id, { state: 'ready', artifact_digest: computeRunDigest(run, answer), group_count: 1 });
  putItem(made, 'owner', {}, 1);
  putItem(made, 'analyst', {}, 2);
  return made;
}

async function open({ api }: MadeSchedule, as: SubjectName = 'owner', number = as === 'analyst' ? 2 : 1) {
  const { item, run } = (await api.client(as).reportInbox.open(demoId('delivery', number))).data;
  if (run === undefined) throw new Error('The item was opened without a run.');
  return { item, run };
}

const readAt = ({ api }: MadeSchedule, number = 1) =>
  api.plane.scheduling.items.get(demoId('delivery', number))!.item.read_at;

describe('customer.report_inbox.open', () => {
  it('answers 200 with the item, read now, and the run as in customer.reports.runs.get', async () => {
    const made = await makeDelivered();
    made.api.now = new Date('2026-03-02T08:00:00.000Z');
    const { item, run } = await open(made);
    expect(item).toMatchObject({
      delivery_id: DELIVERY,
      report_name: made.report.name,
      run_id: run.run_id,
      read_at: '2026-03-02T08:00:00.000Z',
    });
    expect(run).toEqual((await made.api.client().reports.runs.get(...made.at)).data);
    expect(run).toMatchObject({ state: 'ready', answer: makeAnswer(), money_withheld: false });
  });

  it('sets `read_at` once: later openings keep it', async () => {
    const made = await makeDelivered();
    made.api.now = new Date('2026-03-02T08:00:00.000Z');
    await open(made);
    made.api.now = new Date('2026-03-03T08:00:00.000Z');
    expect((await open(made)).item.read_at).toBe('2026-03-02T08:00:00.000Z');
    expect([readAt(made, 1), readAt(made, 2)]).toEqual(['2026-03-02T08:00:00.000Z', null]);
  });

  it('withholds money from an opener without `cost.read`', async () => {
    const made = await makeDelivered();
    const { run } = await open(made, 'analyst');
    expect(run).toMatchObject({ money_withheld: true });
    expect(run.presentation_digest).not.toBe(run.artifact_digest);
    expect(run.answer?.groups?.[0]?.cells[1]?.value).toMatchObject({
      state: 'unavailable',
      reason: 'scope_not_authorized',
    });
    expect(JSON.stringify(run)).not.toMatch(/1500000|0\.0015/);
    expect(run).toEqual((await made.api.client('analyst').reports.runs.get(...made.at)).data);
  });

  it('withholds values of dimensions from an opener without `dimensions.read`', async () => {
    const made = await makeDelivered(makeUsersAnswer('ada', 'bob'));
    expect((await open(made)).run.answer).toEqual(makeUsersAnswer('ada', 'bob'));
    const { run } = await open(made, 'analyst');
    expect(run.answer?.groups).toEqual([WITHHELD_USERS, UNNAMED_USERS_WITHOUT_MONEY]);
    expect(run).toMatchObject({ group_count: 2, dimensions_withheld: true });
    expect(run).toEqual((await made.api.client('analyst').reports.runs.get(...made.at)).data);
  });

  it('opens a run whose answer has expired, without an answer', async () => {
    const made = await makeDelivered();
    made.api.now = new Date(made.api.now.getTime() + 31 * DAY_MS);
    const { item, run } = await open(made);
    expect([run.state, 'answer' in run, item.read_at]).toEqual(['expired', false, made.api.now.toISOString()]);
  });

  it.each<[string, (made: MadeSchedule) => unknown]>([
    ['the recipient has lost access', ({ api }) => copyAccess(api, 'owner', 'narrow')],
    ['the report was deleted', ({ api, report }) => api.client().reports.delete(report.report_id)],
    ['the run was removed', ({ api, run }) => api.plane.runRows.delete(run.run_id)],
    ['the run is 90 days old', ({ api }) => (api.now = new Date(api.now.getTime() + 90 * DAY_MS))],
    [
      'the recipient is neither owner nor recipient of the report',
      ({ api, report }) =>
        api.plane.reportRows.set(report.report_id, {
          ...report,
          owner: demoId('subject', 77),
          recipient_subject_ids: [],
        }),
    ],
  ])('answers 404 and records nothing when %s', async (_why, change) => {
    const made = await makeDelivered();
    await change(made);
    expect(await toRefusal(open(made))).toMatchObject({ status: 404, type: 'not_found' });
    expect([readAt(made), made.api.plane.scheduling.opened]).toEqual([null, 0]);
  });

  it('also records nothing if the run is deleted during the opening', async () => {
    const made = await makeDelivered();
    const { plane } = made.api;
    plane.reports.answerOf = (runId) => {
      plane.runRows.delete(runId);
      return Promise.resolve(undefined);
    };
    expect((await toRefusal(open(made))).status).toBe(404);
    expect(plane.scheduling.opened).toBe(0);
  });

  it('answers 404 to everyone except its recipient, including the owner of the schedule', async () => {
    const made = await makeDelivered();
    for (const as of ['analyst', 'costless', 'outsider'] as const) {
      expect((await toRefusal(open(made, as, 1))).status, as).toBe(404);
    }
    expect((await toRefusal(open(made, 'owner', 2))).status).toBe(404);
    expect(made.api.plane.scheduling.opened).toBe(0);
  });

  it('answers 404 for a missing item, and for one that disappears at the same moment', async () => {
    const made = await makeDelivered();
    const { reportInbox } = made.api.client();
    for (const id of [MISSING_IDS.delivery, made.run.run_id, 'nonsense']) {
      expect((await toRefusal(reportInbox.open(id))).status).toBe(404);
    }
    made.api.plane.scheduling.inbox.markRead = () => Promise.resolve(undefined);
    expect((await toRefusal(open(made))).status).toBe(404);
  });

  it('answers 503 for a source that cannot be opened here, only to its recipient, and records nothing', async () => {
    const made = await makeDelivered();
    putItem(made, 'owner', { source_kind: 'alert_episode', run_id: MISSING_IDS.run }, 3);
    expect(await toRefusal(open(made, 'owner', 3))).toMatchObject({ status: 503, type: 'dependency_unavailable' });
    expect((await toRefusal(open(made, 'analyst', 3))).status).toBe(404);
    expect([readAt(made, 3), made.api.plane.scheduling.opened]).toEqual([null, 0]);
  });

  it('needs neither a reader nor a worker', async () => {
    const made = await makeDelivered();
    made.api.plane.reports.hasWorker = false;
    expect((await open(made)).run.state).toBe('ready');
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_inbox.open',
  send: ({ reportInbox }) => reportInbox.open(DELIVERY),
  method: 'POST',
  path: () => `/organizations/${ORGANIZATION_ID}/report-inbox/${DELIVERY}/open`,
  statuses: [200, 401, 404, 413, 415, 422, 429, 500, 503],
  asks: { inbox: 'markRead' },
});
