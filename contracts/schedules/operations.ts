import { ReportRunV1Schema } from '../reports/report-run.ts';
import { runLinks } from '../reports/run-links.ts';
import { ORGANIZATION_PATH, WORKSPACE_PATH } from '../tenancy/paths.ts';
import { envelopeSchema, pagedEnvelopeSchema, pageSchema } from '../wire/envelope.ts';
import { createLinks } from '../wire/links.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { OpenedInboxItemV1Schema, ReportInboxItemV1Schema } from './report-inbox-item.ts';
import { ReportInboxSummaryV1Schema } from './report-inbox-summary.ts';
import { ReportOccurrenceV1Schema } from './report-occurrence.ts';
import { ReportScheduleDeletionSchema, ReportScheduleV1Schema } from './report-schedule.ts';
import { PreviewCursorSchema, ReportSchedulePreviewSchema } from './report-schedule-preview.ts';

const SCHEDULES = `${WORKSPACE_PATH}/report-schedules` as const;
const SCHEDULE = `${ORGANIZATION_PATH}/report-schedules/{sch}` as const;

/** The links from a new schedule. */
const SCHEDULE_LINKS = createLinks(
  [
    'customer.report_schedules.get',
    'customer.report_schedules.update',
    'customer.report_schedules.delete',
    'customer.report_schedules.occurrences',
  ],
  { org: '$request.path.org', sch: '$response.body#/data/schedule_id' },
);

/** The operations on schedules and on delivered reports. */
export const SCHEDULE_OPERATIONS = {
  'customer.report_schedules.preview': {
    method: 'POST',
    path: `${SCHEDULES}/preview`,
    success: 200,
    answer: pagedEnvelopeSchema('report-schedule-preview', ReportSchedulePreviewSchema, PreviewCursorSchema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'report schedules',
    summary: 'Preview a cadence',
    description:
      'Returns the instants at which a cadence would run in a half-open window, oldest first. An answer has at most 1,000 instants, and a cursor if more follow. Nothing is stored.',
  },
  'customer.report_schedules.list': {
    method: 'GET',
    path: SCHEDULES,
    success: 200,
    answer: pageSchema('report-schedules', ReportScheduleV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report schedules',
    summary: 'List schedules',
    description: 'Lists the schedules of a workspace that the caller owns or receives, newest first.',
  },
  'customer.report_schedules.create': {
    method: 'POST',
    path: SCHEDULES,
    success: 201,
    answer: envelopeSchema('report-schedule', ReportScheduleV1Schema),
    effect: 'write',
    idempotency: 'key',
    links: SCHEDULE_LINKS,
    refusals: ['forbidden', 'conflict', 'precondition_failed'],
    tag: 'report schedules',
    summary: 'Schedule a report',
    description:
      'Creates a schedule that runs a report automatically, with the permissions of its owner; only the owner can do this. A repeated request with the same idempotency key and body returns the same schedule.',
  },
  'customer.report_schedules.get': {
    method: 'GET',
    path: SCHEDULE,
    success: 200,
    answer: envelopeSchema('report-schedule', ReportScheduleV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report schedules',
    summary: 'Read one schedule',
    description:
      'Returns a schedule, for its owner and its recipients: whether the parts that run it are available, and its next three instants.',
  },
  'customer.report_schedules.update': {
    method: 'PUT',
    path: SCHEDULE,
    success: 200,
    answer: envelopeSchema('report-schedule', ReportScheduleV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'precondition_failed'],
    tag: 'report schedules',
    summary: 'Replace a schedule',
    description:
      'Replaces cadence, recipients and pause; only the owner can do this. After a resume or a change of cadence, the schedule runs from the next instant on, and instants that fell due before do not run. A pause stops the occurrence in flight. A stale `expected_revision` returns 412.',
  },
  'customer.report_schedules.delete': {
    method: 'DELETE',
    path: SCHEDULE,
    success: 200,
    answer: envelopeSchema('report-schedule', ReportScheduleDeletionSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden'],
    tag: 'report schedules',
    summary: 'Delete a schedule',
    description:
      'Deletes the schedule and stops its occurrence in flight; only the owner can do this. Its runs and deliveries remain.',
  },
  'customer.report_schedules.occurrences': {
    method: 'GET',
    path: `${SCHEDULE}/occurrences`,
    success: 200,
    answer: pageSchema('report-schedule-occurrences', ReportOccurrenceV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report schedules',
    summary: 'List occurrences of a schedule',
    description:
      'Lists the occurrences of past instants, claimed or missed, newest first. It contains no future instants.',
  },
  'customer.report_schedules.occurrences.get': {
    method: 'GET',
    path: `${SCHEDULE}/occurrences/{occ}`,
    success: 200,
    answer: envelopeSchema('report-schedule-occurrence', ReportOccurrenceV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report schedules',
    summary: 'Read one occurrence of a schedule',
    description:
      'Returns the occurrence of one instant, for the owner of the schedule and its recipients. An inbox item names it as its source.',
  },
  'customer.report_schedules.occurrences.rerun': {
    method: 'POST',
    path: `${SCHEDULE}/occurrences/{occ}/rerun`,
    success: 202,
    answer: envelopeSchema('report-run', ReportRunV1Schema),
    effect: 'write',
    idempotency: 'key',
    links: runLinks({ rp: '$response.body#/data/report_id', run: '$response.body#/data/run_id' }),
    refusals: ['forbidden', 'conflict', 'precondition_failed'],
    tag: 'report schedules',
    summary: 'Run the window of a missed or failed occurrence',
    description:
      'Queues a run of the report over the window of a missed or failed occurrence; only the owner can do this. Nothing is delivered, and the occurrence does not change. Requests with the same idempotency key create one run.',
  },
  'customer.report_inbox.list': {
    method: 'GET',
    path: `${WORKSPACE_PATH}/report-inbox`,
    success: 200,
    answer: pageSchema('report-inbox', ReportInboxItemV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report inbox',
    summary: 'List the inbox of the caller',
    description:
      "Lists the caller's inbox items of a workspace, newest first: identifiers, and the current name of the report. The name is null if the caller can no longer open the run, or the report of a notice. A `notice` informs the owner of a schedule why it was paused or failed.",
  },
  'customer.report_inbox.summary': {
    method: 'GET',
    path: `${WORKSPACE_PATH}/report-inbox/summary`,
    success: 200,
    answer: envelopeSchema('report-inbox-summary', ReportInboxSummaryV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report inbox',
    summary: 'Count the unread items of the caller',
    description:
      "Returns the number of the caller's inbox items of a workspace that were never opened and can be opened now, up to 100. It opens no item.",
  },
  'customer.report_inbox.open': {
    method: 'POST',
    path: `${ORGANIZATION_PATH}/report-inbox/{delivery}/open`,
    success: 200,
    answer: envelopeSchema('opened-report-inbox-item', OpenedInboxItemV1Schema),
    effect: 'write',
    idempotency: 'inherent',
    refusals: [],
    tag: 'report inbox',
    summary: 'Open an inbox item',
    description:
      'Returns the item, and its run with the answer as far as the recipient can see it now. A notice has no run. The first opening sets `read_at`. A refused opening records nothing.',
  },
} as const satisfies Operations;
