import { describe, expect, it } from 'vitest';
import { MISSING_IDS } from '../../../testing/api/answers.ts';
import { makeHistory } from '../../../testing/api/common-refusals.ts';
import {
  demoId,
  ORGANIZATION_ID,
  OTHER_ORGANIZATION_ID,
  OTHER_WORKSPACE_ID,
  SUBJECTS,
} from '../../../testing/api/demo-ids.ts';
import {
  DAILY_IN_BERLIN,
  type MadeSchedule,
  SCHEDULES_PATH,
  makeScheduleBody,
} from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import {
  type PreparedCall,
  createCall,
  DELIVERY_ID,
  moveView,
  sendRaw,
  rerunCall,
  updateCall,
} from '../../../testing/api/schedule-calls.ts';
import type { TestCallOptions } from '../../../testing/api/test-api.ts';

const extra: TestCallOptions = { body: { extra: 1 } };

/** Two refusals that both apply, and the refusal that is given. */
const ORDER: readonly {
  readonly name: string;
  readonly status: number;
  readonly call: (made: MadeSchedule) => Promise<PreparedCall> | PreparedCall;
}[] = [
  {
    name: 'create: 401 before 404',
    status: 401,
    call: ({ api, report }) => {
      const elsewhere = api.client('runtime', {
        organizationId: OTHER_ORGANIZATION_ID,
        workspaceId: OTHER_WORKSPACE_ID,
      });
      return () => elsewhere.reportSchedules.create(makeScheduleBody(report));
    },
  },
  {
    name: 'create: 404 of the path before an invalid body',
    status: 404,
    call: (made) => sendRaw(made, 'POST', SCHEDULES_PATH, { as: 'neighbour', ...extra }),
  },
  {
    name: 'create: an invalid body before the 503 of a missing part',
    status: 422,
    call: (made) => {
      made.api.plane.reports.hasWorker = false;
      return sendRaw(made, 'POST', SCHEDULES_PATH, extra);
    },
  },
  {
    name: 'create: an invalid body before the 404 of a resource that it names',
    status: 422,
    call: (made) =>
      sendRaw(made, 'POST', SCHEDULES_PATH, {
        body: makeScheduleBody(made.report, { report_id: MISSING_IDS.report, extra: 1 }),
      }),
  },
  {
    name: 'create: the 404 of the report before 409 of the key',
    status: 404,
    call: (made) => createCall(made, { report_id: MISSING_IDS.report }, 'owner', 'creation'),
  },
  {
    name: 'create: the 404 of the view before 409 of the key',
    status: 404,
    call: (made) => {
      made.api.plane.views.delete(made.view.id);
      return createCall(made, { paused: true }, 'owner', 'creation');
    },
  },
  {
    name: 'create: 409 of the key before 403',
    status: 409,
    call: async (made) => {
      await made.api.client('analyst').reports.runs.create(made.report.report_id, { idempotencyKey: 'mine' });
      return createCall(made, {}, 'analyst', 'mine');
    },
  },
  {
    name: 'create: 409 of the key before 412',
    status: 409,
    call: (made) => createCall(made, { expected_report_revision: '9' }, 'owner', 'creation'),
  },
  {
    name: 'create: 409 of the key before a cadence that breaks a rule',
    status: 409,
    call: (made) => createCall(made, { cadence: { ...DAILY_IN_BERLIN, timezone: 'Local' } }, 'owner', 'creation'),
  },
  {
    name: 'create: 403 before 412',
    status: 403,
    call: (made) => createCall(made, { expected_report_revision: '9' }, 'analyst'),
  },
  {
    name: 'create: 412 before an ineligible recipient',
    status: 412,
    call: (made) => createCall(made, { expected_report_revision: '9', recipient_subject_ids: [SUBJECTS.outsider] }),
  },
  {
    name: 'create: 412 of the view before a cadence that breaks a rule',
    status: 412,
    call: async (made) => {
      await moveView(made);
      return createCall(made, { cadence: { ...DAILY_IN_BERLIN, timezone: 'Local' } });
    },
  },
  {
    name: 'update: 404 before an invalid body',
    status: 404,
    call: (made) => sendRaw(made, 'PUT', made.schedulePath, { as: 'costless', ...extra }),
  },
  {
    name: 'update: an invalid body before 403',
    status: 422,
    call: (made) => sendRaw(made, 'PUT', made.schedulePath, { as: 'analyst', ...extra }),
  },
  {
    name: 'update: 403 before 412',
    status: 403,
    call: (made) => updateCall(made, { expected_revision: '9' }, 'analyst'),
  },
  {
    name: 'update: 403 before the 412 of a view that the recipient cannot see',
    status: 403,
    call: (made) => {
      made.api.plane.views.delete(made.view.id);
      return updateCall(made, {}, 'analyst');
    },
  },
  {
    name: 'update: 412 before a cadence that breaks a rule',
    status: 412,
    call: (made) => updateCall(made, { expected_revision: '9', cadence: { ...DAILY_IN_BERLIN, timezone: 'Local' } }),
  },
  {
    name: 'update: 412 before resuming a schedule whose report was deleted',
    status: 412,
    call: async (made) => {
      await made.api.client().reports.delete(made.report.report_id);
      return updateCall(made, { paused: false });
    },
  },
  {
    name: 'delete: an invalid body before 403',
    status: 422,
    call: (made) => sendRaw(made, 'DELETE', made.schedulePath, { as: 'analyst', ...extra }),
  },
  {
    name: 'rerun: 404 of the occurrence before an invalid body',
    status: 404,
    call: (made) => sendRaw(made, 'POST', `${made.schedulePath}/occurrences/${MISSING_IDS.occurrence}/rerun`, extra),
  },
  {
    name: 'rerun: 403 before 409 of the state',
    status: 403,
    call: (made) => rerunCall(made, 'analyst', undefined, demoId('reportOccurrence', 2)),
  },
  {
    name: 'rerun: 412 before 409 of the state',
    status: 412,
    call: async (made) => {
      await moveView(made);
      return rerunCall(made, 'owner', undefined, demoId('reportOccurrence', 2));
    },
  },
  {
    name: 'rerun: the 422 of a deleted report before 409 of the state',
    status: 422,
    call: async (made) => {
      await made.api.client().reports.delete(made.report.report_id);
      return rerunCall(made, 'owner', undefined, demoId('reportOccurrence', 2));
    },
  },
  {
    name: 'open: 404 before an invalid body',
    status: 404,
    call: (made) =>
      sendRaw(made, 'POST', `/organizations/${ORGANIZATION_ID}/report-inbox/${DELIVERY_ID}/open`, {
        as: 'analyst',
        ...extra,
      }),
  },
  {
    name: 'occurrences: 404 before an invalid limit',
    status: 404,
    call: (made) => sendRaw(made, 'GET', `${made.schedulePath}/occurrences`, { as: 'costless', query: { limit: '0' } }),
  },
];

describe('if two refusals of a schedule apply, the answer is', () => {
  it.each(ORDER)('$name', async ({ status, call }) => {
    const made = await makeHistory();
    await createCall(made, {}, 'owner', 'creation')();
    const refused = await call(made);
    const before = made.api.plane.written();
    expect((await toRefusal(refused())).status).toBe(status);
    expect(made.api.plane.written()).toBe(before);
  });
});
