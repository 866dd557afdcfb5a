import { ReportRunV1Schema } from '../reports/report-run.ts';
import { runLinks } from '../reports/run-links.ts';
import { ORGANIZATION, WORKSPACE } from '../tenancy/paths.ts';
import { envelopeOf, pagedEnvelopeOf, pageOf } from '../wire/envelope.ts';
import { linksTo } from '../wire/links.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { OpenedInboxItemV1Schema, ReportInboxItemV1Schema } from './report-inbox-item.ts';
import { ReportInboxSummaryV1Schema } from './report-inbox-summary.ts';
import { ReportOccurrenceV1Schema } from './report-occurrence.ts';
import { ReportScheduleDeletionSchema, ReportScheduleV1Schema } from './report-schedule.ts';
import { PreviewCursorSchema, ReportSchedulePreviewSchema } from './report-schedule-preview.ts';

const SCHEDULES = `${WORKSPACE}/report-schedules` as const;
const SCHEDULE = `${ORGANIZATION}/report-schedules/{sch}` as const;

/** The links from a new schedule. */
const SCHEDULE_LINKS = linksTo(
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
    answer: pagedEnvelopeOf('report-schedule-preview', ReportSchedulePreviewSchema, PreviewCursorSchema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'report schedules',
    summary: 'Preview a cadence',
    description:
      'When a cadence would run in a half-open window, oldest first. After 1,000 instants the answer is cut, and says where it goes on. It keeps nothing.',
  },
  'customer.report_schedules.list': {
    method: 'GET',
    path: SCHEDULES,
    success: 200,
    answer: pageOf('report-schedules', ReportScheduleV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report schedules',
    summary: 'List schedules',
    description: 'The schedules of a workspace that the caller owns or receives, newest first.',
  },
  'customer.report_schedules.create': {
    method: 'POST',
    path: SCHEDULES,
    success: 201,
    answer: envelopeOf('report-schedule', ReportScheduleV1Schema),
    effect: 'write',
    idempotency: 'key',
    links: SCHEDULE_LINKS,
    refusals: ['forbidden', 'conflict', 'precondition_failed'],
    tag: 'report schedules',
    summary: 'Schedule a report',
    description:
      'Lets a report run by itself, as its owner and for the owner to say. The same idempotency key and body answer the same schedule again.',
  },
  'customer.report_schedules.get': {
    method: 'GET',
    path: SCHEDULE,
    success: 200,
    answer: envelopeOf('report-schedule', ReportScheduleV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report schedules',
    summary: 'Read one schedule',
    description:
      'A schedule for its owner and its recipients: whether what runs it is there, and its next three instants from now.',
  },
  'customer.report_schedules.update': {
    method: 'PUT',
    path: SCHEDULE,
    success: 200,
    answer: envelopeOf('report-schedule', ReportScheduleV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'precondition_failed'],
    tag: 'report schedules',
    summary: 'Replace a schedule',
    description:
      'Replaces cadence, recipients and pause, for the owner alone. Resuming and another cadence count from the next instant on; what fell due before is not run. A pause stops what is in flight. A stale `expected_revision` is 412.',
  },
  'customer.report_schedules.delete': {
    method: 'DELETE',
    path: SCHEDULE,
    success: 200,
    answer: envelopeOf('report-schedule', ReportScheduleDeletionSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden'],
    tag: 'report schedules',
    summary: 'Delete a schedule',
    description:
      'Takes the schedule away, for the owner alone, and stops what is in flight. Its runs and what it delivered stay.',
  },
  'customer.report_schedules.occurrences': {
    method: 'GET',
    path: `${SCHEDULE}/occurrences`,
    success: 200,
    answer: pageOf('report-schedule-occurrences', ReportOccurrenceV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report schedules',
    summary: 'List occurrences of a schedule',
    description:
      'Lists the occurrences of past instants, taken or missed, newest first. It is history, not a forecast.',
  },
  'customer.report_schedules.occurrences.get': {
    method: 'GET',
    path: `${SCHEDULE}/occurrences/{occ}`,
    success: 200,
    answer: envelopeOf('report-schedule-occurrence', ReportOccurrenceV1Schema),
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
    answer: envelopeOf('report-run', ReportRunV1Schema),
    effect: 'write',
    idempotency: 'key',
    links: runLinks({ rp: '$response.body#/data/report_id', run: '$response.body#/data/run_id' }),
    refusals: ['forbidden', 'conflict', 'precondition_failed'],
    tag: 'report schedules',
    summary: 'Run the window of a missed or failed occurrence',
    description:
      'Queues a run of the report over the window of an occurrence that was missed or failed, for the owner alone. Nothing is delivered, and the occurrence stays as it is. An idempotency key makes a repetition one run.',
  },
  'customer.report_inbox.list': {
    method: 'GET',
    path: `${WORKSPACE}/report-inbox`,
    success: 200,
    answer: pageOf('report-inbox', ReportInboxItemV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report inbox',
    summary: 'List what was delivered to the caller',
    description:
      "The caller's own items of a workspace, newest first: identifiers, and the name of the report as it is called now. The name is null where the run, or the report of a notice, is not there for the caller any more. A `notice` tells the owner of a schedule why it was paused or failed.",
  },
  'customer.report_inbox.summary': {
    method: 'GET',
    path: `${WORKSPACE}/report-inbox/summary`,
    success: 200,
    answer: envelopeOf('report-inbox-summary', ReportInboxSummaryV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'report inbox',
    summary: 'Count what the caller has not opened',
    description:
      "How many of the caller's own items of a workspace were never opened and can be opened now, up to 100. It opens nothing.",
  },
  'customer.report_inbox.open': {
    method: 'POST',
    path: `${ORGANIZATION}/report-inbox/{delivery}/open`,
    success: 200,
    answer: envelopeOf('opened-report-inbox-item', OpenedInboxItemV1Schema),
    effect: 'write',
    idempotency: 'inherent',
    refusals: [],
    tag: 'report inbox',
    summary: 'Open what was delivered',
    description:
      'The item and its run with its answer, as far as the recipient may see it now; of a notice the item alone. The first opening sets `read_at`; one that is refused records nothing.',
  },
} as const satisfies Operations;
