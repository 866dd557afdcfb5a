import { describe, expect, it } from 'vitest';
import { makeView } from '../../../testing/api/answers.ts';
import { makeReportBody, makeReport } from '../../../testing/api/made-report.ts';
import {
  makeScheduleUpdate,
  makeSchedule,
  putOccurrence,
  makeScheduleBody,
} from '../../../testing/api/made-schedule.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { putService, putServiceCredential } from '../../../testing/identities/made-service.ts';
import type { FaultCode } from '../../../domain/kernel/fault-codes.ts';
import { MAX_SERVICE_IDENTITIES } from '../../../domain/tenancy/identity-limits.ts';

const once = { idempotencyKey: 'once' };

interface Case {
  readonly name: string;
  readonly code: FaultCode;
  readonly pointer: string;
  readonly nextAction: string;
  readonly refused: () => Promise<unknown>;
}

const KEY_REUSED = { code: 'key_reused', pointer: '/idempotency_key', nextAction: 'check_selection' } as const;
const VIEW_MOVED = { code: 'view_moved', pointer: '', nextAction: 'update_report' } as const;
const STALE = { code: 'revision_stale', nextAction: 'reload' } as const;

/** Creates a schedule whose view has a newer revision than the revision that its report pins. */
async function withMovedView(): Promise<Awaited<ReturnType<typeof makeSchedule>>> {
  const made = await makeSchedule();
  await made.api
    .client()
    .savedViews.update(made.view.id, { ...makeView({ display_tz: 'Asia/Tokyo' }), expected_revision: '1' });
  return made;
}

const CASES: readonly Case[] = [
  {
    name: 'reports.create of a name that its owner uses',
    ...{ code: 'name_taken', pointer: '/name', nextAction: 'check_selection' },
    refused: async () => {
      const { api, view } = await makeReport();
      return api.client().reports.create(makeReportBody(view));
    },
  },
  {
    name: 'reports.create with the key of another body',
    ...KEY_REUSED,
    refused: async () => {
      const { api, view } = await makeReport(once);
      return api.client().reports.create(makeReportBody(view, { name: 'Other' }), once);
    },
  },
  {
    name: 'reports.runs.create with the key of another operation',
    ...KEY_REUSED,
    refused: async () => {
      const { api, at } = await makeReport(once);
      return api.client().reports.runs.create(at[0], once);
    },
  },
  {
    name: 'report_schedules.create with the key of another body',
    ...KEY_REUSED,
    refused: async () => {
      const { api, report } = await makeSchedule(once);
      return api.client().reportSchedules.create(makeScheduleBody(report, { paused: true }), once);
    },
  },
  {
    name: 'report_schedules.occurrences.rerun with the key of another operation',
    ...KEY_REUSED,
    refused: async () => {
      const made = await makeSchedule(once);
      const { occurrence_id: id } = putOccurrence(made, { state: 'missed' });
      return made.api.client().reportSchedules.occurrences.rerun(made.schedule.schedule_id, id, once);
    },
  },
  {
    name: 'reports.runs.cancel of a settled run',
    ...{ code: 'already_settled', pointer: '', nextAction: 'reload' },
    refused: async () => {
      const { api, at } = await makeReport();
      api.plane.settle(at[1], { state: 'ready' });
      return api.client().reports.runs.cancel(...at);
    },
  },
  {
    name: 'service_credentials.revoke of a revoked credential',
    ...{ code: 'already_settled', pointer: '', nextAction: 'reload' },
    refused: async () => {
      const api = new TestApi();
      putService(api.plane.identities);
      const { credential_id: id } = putServiceCredential(api.plane.identities);
      await api.client().serviceCredentials.revoke(id);
      return api.client().serviceCredentials.revoke(id);
    },
  },
  {
    name: 'service_credentials.rotate of a rotated credential',
    ...{ code: 'already_settled', pointer: '', nextAction: 'reload' },
    refused: async () => {
      const api = new TestApi();
      putService(api.plane.identities);
      const { credential_id: id } = putServiceCredential(api.plane.identities);
      await api.client().serviceCredentials.rotate(id, {});
      return api.client().serviceCredentials.rotate(id, {});
    },
  },
  {
    name: 'service_identities.create above the maximum of a workspace',
    ...{ code: 'limit_reached', pointer: '', nextAction: 'check_selection' },
    refused: async () => {
      const api = new TestApi();
      for (let number = 1; number <= MAX_SERVICE_IDENTITIES; number += 1) putService(api.plane.identities, number);
      return api.client().serviceIdentities.create({ name: 'One more' });
    },
  },
  {
    name: 'reports.runs.export of a table without an answer',
    ...{ code: 'no_answer', pointer: '/format', nextAction: 'check_selection' },
    refused: async () => {
      const { api, at } = await makeReport();
      return api.client().reports.runs.export(...at, 'csv');
    },
  },
  {
    name: 'reports.runs.export_csv without an answer',
    ...{ code: 'no_answer', pointer: '', nextAction: 'check_selection' },
    refused: async () => {
      const { api, at } = await makeReport();
      return api.client().reports.runs.exportCsv(...at);
    },
  },
  {
    name: 'report_schedules.occurrences.rerun of a delivered occurrence',
    ...{ code: 'not_repeatable', pointer: '', nextAction: 'reload' },
    refused: async () => {
      const made = await makeSchedule();
      const { occurrence_id: id } = putOccurrence(made, { state: 'delivered' });
      return made.api.client().reportSchedules.occurrences.rerun(made.schedule.schedule_id, id);
    },
  },
  {
    name: 'saved_views.update from a revision that is not the latest',
    ...{ ...STALE, pointer: '/expected_revision' },
    refused: async () => {
      const { api, view } = await makeReport();
      return api.client().savedViews.update(view.id, { ...makeView(), expected_revision: '9' });
    },
  },
  {
    name: 'reports.create of a view that changed after it was read',
    ...{ ...STALE, pointer: '/expected_view_revision' },
    refused: async () => {
      const { api, view } = await makeReport();
      return api.client().reports.create(makeReportBody(view, { name: 'Other', expected_view_revision: '9' }));
    },
  },
  {
    name: 'report_schedules.create of a report that changed after it was read',
    ...{ ...STALE, pointer: '/expected_report_revision' },
    refused: async () => {
      const { api, report } = await makeReport();
      return api.client().reportSchedules.create(makeScheduleBody(report, { expected_report_revision: '9' }));
    },
  },
  {
    name: 'report_schedules.update from a revision that is not the latest',
    ...{ ...STALE, pointer: '/expected_revision' },
    refused: async () => {
      const { api, schedule } = await makeSchedule();
      return api
        .client()
        .reportSchedules.update(schedule.schedule_id, makeScheduleUpdate(schedule, { expected_revision: '9' }));
    },
  },
  {
    name: 'reports.runs.create of a report whose view has a newer revision',
    ...VIEW_MOVED,
    refused: async () => {
      const { api, at } = await withMovedView();
      return api.client().reports.runs.create(at[0]);
    },
  },
  {
    name: 'report_schedules.create of a report whose view has a newer revision',
    ...VIEW_MOVED,
    refused: async () => {
      const { api, report } = await withMovedView();
      return api.client().reportSchedules.create(makeScheduleBody(report));
    },
  },
  {
    name: 'report_schedules.update of a schedule whose view was deleted',
    ...{ code: 'view_gone', pointer: '', nextAction: 'check_selection' },
    refused: async () => {
      const { api, view, schedule } = await makeSchedule();
      await api.client().savedViews.delete(view.id);
      return api.client().reportSchedules.update(schedule.schedule_id, makeScheduleUpdate(schedule));
    },
  },
];

describe('a conflict, and a failed precondition,', () => {
  it.each(CASES)(
    'names its kind, its position and its remedy: $name',
    async ({ code, pointer, nextAction, refused }) => {
      const problem = await toRefusal(refused());
      expect([problem.errors, problem.nextAction]).toEqual([[{ pointer, detail: problem.detail, code }], nextAction]);
      expect(problem.hasFault(code)).toBe(true);
      expect(problem.hasFault('invalid_weekday')).toBe(false);
    },
  );
});
