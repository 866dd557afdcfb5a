import { ORGANIZATION_PATH, WORKSPACE_PATH } from '../tenancy/paths.ts';
import { envelopeSchema, pageSchema } from '../wire/envelope.ts';
import { createLinks } from '../wire/links.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { ReportCreationSchema, ReportDeletionSchema, ReportV1Schema } from './report.ts';
import { ReportRunOpenV1Schema, ReportRunV1Schema } from './report-run.ts';
import { runFileAnswer } from './run-file.ts';
import { runLinks } from './run-links.ts';

const REPORT = `${ORGANIZATION_PATH}/reports/{rp}` as const;
const RUN = `${REPORT}/runs/{run}` as const;

/** The links from a new report and its first run. */
const NEW_REPORT = '$response.body#/data/report/report_id';
const CREATION_LINKS = {
  ...createLinks(['customer.reports.get', 'customer.reports.runs.create', 'customer.reports.delete'], {
    org: '$request.path.org',
    rp: NEW_REPORT,
  }),
  ...runLinks({ rp: NEW_REPORT, run: '$response.body#/data/run/run_id' }),
};

/** The operations on reports and their runs. */
export const REPORT_OPERATIONS = {
  'customer.reports.create': {
    method: 'POST',
    path: `${WORKSPACE_PATH}/reports`,
    success: 202,
    answer: envelopeSchema('report-creation', ReportCreationSchema),
    effect: 'write',
    idempotency: 'key',
    links: CREATION_LINKS,
    refusals: ['conflict', 'precondition_failed'],
    tag: 'reports',
    summary: 'Create a report and run it',
    description:
      'Creates a report of a saved view at one revision, and queues its first run. A repeated request with the same idempotency key and body returns the same report.',
  },
  'customer.reports.get': {
    method: 'GET',
    path: REPORT,
    success: 200,
    answer: envelopeSchema('report', ReportV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'reports',
    summary: 'Read one report',
    description:
      'Returns the definition of a report, for its owner and its recipients. It names the latest run and contains no answer.',
  },
  'customer.reports.list': {
    method: 'GET',
    path: `${WORKSPACE_PATH}/reports`,
    success: 200,
    answer: pageSchema('reports', ReportV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'reports',
    summary: 'List reports',
    description: 'Lists the reports of a workspace that the caller owns or receives, newest first.',
  },
  'customer.reports.update': {
    method: 'PUT',
    path: REPORT,
    success: 200,
    answer: envelopeSchema('report', ReportV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'conflict', 'precondition_failed'],
    tag: 'reports',
    summary: 'Replace a report',
    description:
      'Replaces name and recipients; only the owner can do this. With `expected_view_revision`, the report and its schedules use that revision of the view from now on. Paused schedules stay paused. Earlier runs do not change, and no run starts. A stale `expected_revision` returns 412.',
  },
  'customer.reports.delete': {
    method: 'DELETE',
    path: REPORT,
    success: 200,
    answer: envelopeSchema('report', ReportDeletionSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden'],
    tag: 'reports',
    summary: 'Delete a report',
    description:
      'Permanently removes the definition, all runs and all answers; only the owner can do this. Open runs are cancelled.',
  },
  'customer.reports.runs.create': {
    method: 'POST',
    path: `${REPORT}/runs`,
    success: 202,
    answer: envelopeSchema('report-run', ReportRunV1Schema),
    effect: 'write',
    idempotency: 'key',
    links: runLinks({ rp: '$request.path.rp', run: '$response.body#/data/run_id' }),
    refusals: ['conflict', 'precondition_failed'],
    tag: 'reports',
    summary: 'Run a report again',
    description:
      'Queues another run with a new window. Earlier runs do not change. Requests with the same idempotency key create one run.',
  },
  'customer.reports.runs.list': {
    method: 'GET',
    path: `${REPORT}/runs`,
    success: 200,
    answer: pageSchema('report-runs', ReportRunV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'reports',
    summary: 'List the runs of a report',
    description:
      'Lists the runs of a report, newest first, including scheduled runs, without their answers. Each run has its state, its attempts, its last failure and the reason why it waits. Runs whose scope the caller does not cover are left out.',
  },
  'customer.reports.runs.get': {
    method: 'GET',
    path: RUN,
    success: 200,
    answer: envelopeSchema('opened-report-run', ReportRunOpenV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'reports',
    summary: 'Read one run of a report, with its answer',
    description:
      'Returns a run with its answer, as far as the caller can see it. Amounts of money need `cost.read`, and values of dimensions need `dimensions.read`.',
  },
  'customer.reports.runs.export': {
    method: 'GET',
    path: `${RUN}/export`,
    success: 200,
    answer: runFileAnswer('json', 'csv'),
    effect: 'read',
    refusals: ['conflict'],
    tag: 'reports',
    summary: 'Download one run of a report',
    description:
      'Returns the run as a file, redacted like `runs.get`: `json` is the same document, `csv` is its answer as a table. `csv` returns 409 for a run without an answer. Clients whose methods have one type of answer use `export.csv` for the table.',
  },
  'customer.reports.runs.export_csv': {
    method: 'GET',
    path: `${RUN}/export.csv`,
    success: 200,
    answer: runFileAnswer('csv'),
    effect: 'read',
    refusals: ['conflict'],
    tag: 'reports',
    summary: 'Download the table of one run of a report',
    description: 'Returns the same bytes as `export` with `format=csv`. A run without an answer returns 409.',
  },
  'customer.reports.runs.cancel': {
    method: 'POST',
    path: `${RUN}/cancel`,
    success: 200,
    answer: envelopeSchema('report-run', ReportRunV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'conflict'],
    tag: 'reports',
    summary: 'Cancel a run',
    description:
      'Ends a queued or running run. The owner of the report and the person who started the run can do this. A settled run returns 409.',
  },
} as const satisfies Operations;
