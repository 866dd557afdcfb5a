import { describe, expect, it } from 'vitest';
import { missing } from '../../../testing/api/answers.ts';
import { makeHistory } from '../../../testing/api/common-refusals.ts';
import { idOf, ORG, OTHER_ORG, OTHER_WS, SUBJECTS } from '../../../testing/api/demo-ids.ts';
import { DAILY_IN_BERLIN, type MadeSchedule, SCHEDULES, scheduling } from '../../../testing/api/made-schedule.ts';
import { refusalOf } from '../../../testing/api/refusal-of.ts';
import { type Call, create, DELIVERY, moveView, raw, rerun, update } from '../../../testing/api/schedule-calls.ts';
import type { TestCallOptions } from '../../../testing/api/test-api.ts';

const extra: TestCallOptions = { body: { extra: 1 } };

/** Two refusals that both apply, and the refusal that is given. */
const ORDER: readonly {
  readonly name: string;
  readonly status: number;
  readonly call: (made: MadeSchedule) => Promise<Call> | Call;
}[] = [
  {
    name: 'create: 401 before 404',
    status: 401,
    call: ({ api, report }) => {
      const elsewhere = api.client('runtime', { organizationId: OTHER_ORG, workspaceId: OTHER_WS });
      return () => elsewhere.reportSchedules.create(scheduling(report));
    },
  },
  {
    name: 'create: 404 of the path before an invalid body',
    status: 404,
    call: (made) => raw(made, 'POST', SCHEDULES, { as: 'neighbour', ...extra }),
  },
  {
    name: 'create: an invalid body before the 503 of a missing part',
    status: 422,
    call: (made) => {
      made.api.plane.reports.hasWorker = false;
      return raw(made, 'POST', SCHEDULES, extra);
    },
  },
  {
    name: 'create: an invalid body before the 404 of a resource that it names',
    status: 422,
    call: (made) =>
      raw(made, 'POST', SCHEDULES, { body: scheduling(made.report, { report_id: missing.report, extra: 1 }) }),
  },
  {
    name: 'create: the 404 of the report before 409 of the key',
    status: 404,
    call: (made) => create(made, { report_id: missing.report }, 'owner', 'creation'),
  },
  {
    name: 'create: the 404 of the view before 409 of the key',
    status: 404,
    call: (made) => {
      made.api.plane.views.delete(made.view.id);
      return create(made, { paused: true }, 'owner', 'creation');
    },
  },
  {
    name: 'create: 409 of the key before 403',
    status: 409,
    call: async (made) => {
      await made.api.client('analyst').reports.runs.create(made.report.report_id, { idempotencyKey: 'mine' });
      return create(made, {}, 'analyst', 'mine');
    },
  },
  {
    name: 'create: 409 of the key before 412',
    status: 409,
    call: (made) => create(made, { expected_report_revision: '9' }, 'owner', 'creation'),
  },
  {
    name: 'create: 409 of the key before a cadence that breaks a rule',
    status: 409,
    call: (made) => create(made, { cadence: { ...DAILY_IN_BERLIN, timezone: 'Local' } }, 'owner', 'creation'),
  },
  {
    name: 'create: 403 before 412',
    status: 403,
    call: (made) => create(made, { expected_report_revision: '9' }, 'analyst'),
  },
  {
    name: 'create: 412 before an ineligible recipient',
    status: 412,
    call: (made) => create(made, { expected_report_revision: '9', recipient_subject_ids: [SUBJECTS.outsider] }),
  },
  {
    name: 'create: 412 of the view before a cadence that breaks a rule',
    status: 412,
    call: async (made) => {
      await moveView(made);
      return create(made, { cadence: { ...DAILY_IN_BERLIN, timezone: 'Local' } });
    },
  },
  {
    name: 'update: 404 before an invalid body',
    status: 404,
    call: (made) => raw(made, 'PUT', made.schedulePath, { as: 'costless', ...extra }),
  },
  {
    name: 'update: an invalid body before 403',
    status: 422,
    call: (made) => raw(made, 'PUT', made.schedulePath, { as: 'analyst', ...extra }),
  },
  {
    name: 'update: 403 before 412',
    status: 403,
    call: (made) => update(made, { expected_revision: '9' }, 'analyst'),
  },
  {
    name: 'update: 403 before the 412 of a view that the recipient cannot see',
    status: 403,
    call: (made) => {
      made.api.plane.views.delete(made.view.id);
      return update(made, {}, 'analyst');
    },
  },
  {
    name: 'update: 412 before a cadence that breaks a rule',
    status: 412,
    call: (made) => update(made, { expected_revision: '9', cadence: { ...DAILY_IN_BERLIN, timezone: 'Local' } }),
  },
  {
    name: 'update: 412 before resuming a schedule whose report was deleted',
    status: 412,
    call: async (made) => {
      await made.api.client().reports.delete(made.report.report_id);
      return update(made, { paused: false });
    },
  },
  {
    name: 'delete: an invalid body before 403',
    status: 422,
    call: (made) => raw(made, 'DELETE', made.schedulePath, { as: 'analyst', ...extra }),
  },
  {
    name: 'rerun: 404 of the occurrence before an invalid body',
    status: 404,
    call: (made) => raw(made, 'POST', `${made.schedulePath}/occurrences/${missing.occurrence}/rerun`, extra),
  },
  {
    name: 'rerun: 403 before 409 of the state',
    status: 403,
    call: (made) => rerun(made, 'analyst', undefined, idOf('reportOccurrence', 2)),
  },
  {
    name: 'rerun: 412 before 409 of the state',
    status: 412,
    call: async (made) => {
      await moveView(made);
      return rerun(made, 'owner', undefined, idOf('reportOccurrence', 2));
    },
  },
  {
    name: 'rerun: the 422 of a deleted report before 409 of the state',
    status: 422,
    call: async (made) => {
      await made.api.client().reports.delete(made.report.report_id);
      return rerun(made, 'owner', undefined, idOf('reportOccurrence', 2));
    },
  },
  {
    name: 'open: 404 before an invalid body',
    status: 404,
    call: (made) =>
      raw(made, 'POST', `/organizations/${ORG}/report-inbox/${DELIVERY}/open`, { as: 'analyst', ...extra }),
  },
  {
    name: 'occurrences: 404 before an invalid limit',
    status: 404,
    call: (made) => raw(made, 'GET', `${made.schedulePath}/occurrences`, { as: 'costless', query: { limit: '0' } }),
  },
];

describe('if two refusals of a schedule apply, the answer is', () => {
  it.each(ORDER)('$name', async ({ status, call }) => {
    const made = await makeHistory();
    await create(made, {}, 'owner', 'creation')();
    const refused = await call(made);
    const before = made.api.plane.written();
    expect((await refusalOf(refused())).status).toBe(status);
    expect(made.api.plane.written()).toBe(before);
  });
});
