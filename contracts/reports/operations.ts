import { ORGANIZATION, WORKSPACE } from '../tenancy/paths.ts';
import { envelopeOf, pageOf } from '../wire/envelope.ts';
import { linksTo } from '../wire/links.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { ReportCreationSchema, ReportDeletionSchema, ReportV1Schema } from './report.ts';
import { ReportRunOpenV1Schema, ReportRunV1Schema } from './report-run.ts';
import { runFileOf } from './run-file.ts';
import { runLinks } from './run-links.ts';

const REPORT = `${ORGANIZATION}/reports/{rp}` as const;
const RUN = `${REPORT}/runs/{run}` as const;

/** The links from a new report and its first run. */
const NEW_REPORT = '$response.body#/data/report/report_id';
const CREATION_LINKS = {
  ...linksTo(['customer.reports.get', 'customer.reports.runs.create', 'customer.reports.delete'], {
    org: '$request.path.org',
    rp: NEW_REPORT,
  }),
  ...runLinks({ rp: NEW_REPORT, run: '$response.body#/data/run/run_id' }),
};

/** The operations on reports and their runs. */
export const REPORT_OPERATIONS = {
  'customer.reports.create': {
    method: 'POST',
    path: `${WORKSPACE}/reports`,
    success: 202,
    answer: envelopeOf('report-creation', ReportCreationSchema),
    effect: 'write',
    idempotency: 'key',
    links: CREATION_LINKS,
    refusals: ['conflict', 'precondition_failed'],
    tag: 'reports',
    summary: 'Create a report and run it',
    description:
      'Pins a saved view at one revision and queues the first run. The same idempotency key and body answer the same report again.',
  },
  'customer.reports.get': {
    method: 'GET',
    path: REPORT,
    success: 200,
    answer: envelopeOf('report', ReportV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'reports',
    summary: 'Read one report',
    description:
      'The definition of a report for its owner and its recipients. It names the latest run and carries no answer.',
  },
  'customer.reports.list': {
    method: 'GET',
    path: `${WORKSPACE}/reports`,
    success: 200,
    answer: pageOf('reports', ReportV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'reports',
    summary: 'List reports',
    description: 'The reports of a workspace that the caller owns or receives, newest first.',
  },
  'customer.reports.update': {
    method: 'PUT',
    path: REPORT,
    success: 200,
    answer: envelopeOf('report', ReportV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'conflict', 'precondition_failed'],
    tag: 'reports',
    summary: 'Replace a report',
    description:
      'Replaces name and recipients, for the owner alone. With `expected_view_revision`, the report and its schedules ask the view at that revision from now on; a schedule that is paused stays so. Earlier runs stay as they are, and none is made. A stale `expected_revision` is 412.',
  },
  'customer.reports.delete': {
    method: 'DELETE',
    path: REPORT,
    success: 200,
    answer: envelopeOf('report', ReportDeletionSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden'],
    tag: 'reports',
    summary: 'Delete a report',
    description:
      'Removes the definition, every run and every answer for good, for the owner alone. What still runs is cancelled.',
  },
  'customer.reports.runs.create': {
    method: 'POST',
    path: `${REPORT}/runs`,
    success: 202,
    answer: envelopeOf('report-run', ReportRunV1Schema),
    effect: 'write',
    idempotency: 'key',
    links: runLinks({ rp: '$request.path.rp', run: '$response.body#/data/run_id' }),
    refusals: ['conflict', 'precondition_failed'],
    tag: 'reports',
    summary: 'Run a report again',
    description:
      'Queues a further run with a window of its own. Earlier runs stay as they are. An idempotency key makes a repetition one run.',
  },
  'customer.reports.runs.list': {
    method: 'GET',
    path: `${REPORT}/runs`,
    success: 200,
    answer: pageOf('report-runs', ReportRunV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'reports',
    summary: 'List the runs of a report',
    description:
      'The runs of a report, newest first, scheduled ones among them, without their answers: in which state each is, how often it was tried, what failed last, and what it waits for. A run whose scope the caller does not cover is left out.',
  },
  'customer.reports.runs.get': {
    method: 'GET',
    path: RUN,
    success: 200,
    answer: envelopeOf('opened-report-run', ReportRunOpenV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'reports',
    summary: 'Read one run of a report, with its answer',
    description: 'A run with its answer as far as this viewer may see it: money is withheld without `cost.read`.',
  },
  'customer.reports.runs.export': {
    method: 'GET',
    path: `${RUN}/export`,
    success: 200,
    answer: runFileOf('json', 'csv'),
    effect: 'read',
    refusals: ['conflict'],
    tag: 'reports',
    summary: 'Download one run of a report',
    description:
      'The run as a file, redacted like `runs.get`: `json` is the same document, `csv` its answer as a table. A run without an answer has no table: 409. Clients whose methods have one type of answer take `export.csv` for the table.',
  },
  'customer.reports.runs.export_csv': {
    method: 'GET',
    path: `${RUN}/export.csv`,
    success: 200,
    answer: runFileOf('csv'),
    effect: 'read',
    refusals: ['conflict'],
    tag: 'reports',
    summary: 'Download the table of one run of a report',
    description: 'The same bytes as `export` with `format=csv`. A run without an answer has no table: 409.',
  },
  'customer.reports.runs.cancel': {
    method: 'POST',
    path: `${RUN}/cancel`,
    success: 200,
    answer: envelopeOf('report-run', ReportRunV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'conflict'],
    tag: 'reports',
    summary: 'Cancel a run',
    description:
      "Ends a queued or running run, for the report's owner and for the person who started the run. A settled run is 409.",
  },
} as const satisfies Operations;
