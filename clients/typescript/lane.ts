/**
 * The methods of the client, one for each operation of the customer lane. This file is made from the operations that the
 * service declares: run `npm run generate` after a change, and edit nothing here.
 */
import type { CallOptions, CreationOptions, ListOptions } from './call-options.ts';
import type { CustomerTransport } from './customer-lane-rules.ts';
import { type ExportedRun, exportedFrom, type ExportFormat, MEDIA_TYPES } from './exported-run.ts';
import { type PagedList, pagesOf } from './paged-list.ts';
import { inEnvironment, inGateway, inWorkspace, type Place } from './place.ts';
import type { Answer, Creation } from './transport/answer.ts';
import type {
  ApplicationV1,
  CaseRevision,
  CaseV1,
  CasesCreate,
  CasesCreation,
  ComparisonCreate,
  ComparisonDecisionCreate,
  ComparisonDecisionV1,
  ComparisonPreflight,
  ComparisonResultsV1,
  ComparisonRunCreate,
  ComparisonRunV1,
  ComparisonSamplePublish,
  ComparisonSampleV1,
  ComparisonV1,
  ComparisonVerdictReview,
  ComparisonVerdictV1,
  EditedSavedView,
  EnvironmentV1,
  GatewayV1,
  InsightAnswer,
  InsightCatalogue,
  InsightQuery,
  InsightReceipt,
  InsightRows,
  MeV1,
  OpenedInboxItemV1,
  OpenedSavedView,
  ReceiptQuery,
  ReportCreate,
  ReportCreation,
  ReportDeletion,
  ReportInboxItemV1,
  ReportInboxSummaryV1,
  ReportOccurrenceV1,
  ReportRunOpenV1,
  ReportRunV1,
  ReportScheduleCreate,
  ReportScheduleDeletion,
  ReportSchedulePreview,
  ReportSchedulePreviewQuery,
  ReportScheduleUpdate,
  ReportScheduleV1,
  ReportUpdate,
  ReportV1,
  SavedView,
  SavedViewCreate,
  SavedViewDeletion,
  SavedViewUpdate,
  ServingRouteV1,
  TrafficEvents,
  TrafficReceipt,
  ViewDependents,
  WorkspaceV1,
} from './wire.ts';

/** A `ReportCreate` without its idempotency key, which is an option of the call. */
export type NewReport = Omit<ReportCreate, 'idempotency_key'>;

/** A `ReportScheduleCreate` without its idempotency key, which is an option of the call. */
export type NewReportSchedule = Omit<ReportScheduleCreate, 'idempotency_key'>;

/** A `CasesCreate` without its idempotency key, which is an option of the call. */
export type NewCases = Omit<CasesCreate, 'idempotency_key'>;

/** A `ComparisonRunCreate` without its idempotency key, which is an option of the call. */
export type NewComparisonRun = Omit<ComparisonRunCreate, 'idempotency_key'>;

/** `customer.comparisons.decisions` */
export interface ComparisonDecisions {
  /** Keeps the route, or with `releases.deploy` makes the candidate its next release in the same transaction. The outcome is computed from the verdicts in force and the bar; another one that is claimed is refused. */
  create(
    comparisonId: string,
    comparisonRunId: string,
    body: ComparisonDecisionCreate,
    options?: CallOptions,
  ): Promise<Creation<ComparisonDecisionV1>>;
  /** The decisions of a run, newest first: the first of them counts. */
  list(comparisonId: string, comparisonRunId: string, options?: ListOptions): PagedList<ComparisonDecisionV1>;
  /** A decision with the clauses that its outcome was computed from. */
  get(
    comparisonId: string,
    comparisonRunId: string,
    comparisonDecisionId: string,
    options?: CallOptions,
  ): Promise<Answer<ComparisonDecisionV1>>;
}

function comparisonDecisionsOver(transport: CustomerTransport, place: Place): ComparisonDecisions {
  return {
    create: async (
      comparisonId: string,
      comparisonRunId: string,
      body: ComparisonDecisionCreate,
      options?: CallOptions,
    ) =>
      transport.create('customer.comparisons.decisions.create', {
        ids: { ...inEnvironment(place), cmp: comparisonId, crun: comparisonRunId },
        body,
        options,
      }),
    list: (comparisonId: string, comparisonRunId: string, options?: ListOptions) =>
      pagesOf(
        transport,
        'customer.comparisons.decisions.list',
        () => ({ ...inEnvironment(place), cmp: comparisonId, crun: comparisonRunId }),
        'cursor',
        options,
      ),
    get: async (comparisonId: string, comparisonRunId: string, comparisonDecisionId: string, options?: CallOptions) =>
      transport.ask('customer.comparisons.decisions.get', {
        ids: { ...inEnvironment(place), cmp: comparisonId, crun: comparisonRunId, cdec: comparisonDecisionId },
        options,
      }),
  };
}

/** `customer.comparisons.verdicts` */
export interface ComparisonVerdicts {
  /** The verdicts of a run, those that were superseded among them, newest first. The answers that they are about need `content.read`. */
  list(comparisonId: string, comparisonRunId: string, options?: ListOptions): PagedList<ComparisonVerdictV1>;
  /** Says as a person whether an answer passes. It supersedes what was said of it before for the decision, and deletes nothing. */
  review(
    comparisonId: string,
    comparisonRunId: string,
    body: ComparisonVerdictReview,
    options?: CallOptions,
  ): Promise<Creation<ComparisonVerdictV1>>;
}

function comparisonVerdictsOver(transport: CustomerTransport, place: Place): ComparisonVerdicts {
  return {
    list: (comparisonId: string, comparisonRunId: string, options?: ListOptions) =>
      pagesOf(
        transport,
        'customer.comparisons.verdicts.list',
        () => ({ ...inEnvironment(place), cmp: comparisonId, crun: comparisonRunId }),
        'cursor',
        options,
      ),
    review: async (
      comparisonId: string,
      comparisonRunId: string,
      body: ComparisonVerdictReview,
      options?: CallOptions,
    ) =>
      transport.create('customer.comparisons.verdicts.review', {
        ids: { ...inEnvironment(place), cmp: comparisonId, crun: comparisonRunId },
        body,
        options,
      }),
  };
}

/** `customer.comparisons.results` */
export interface ComparisonResults {
  /** What the evidence of a run that has ended shows, by the verdicts in force: pass rates, the paired table, the difference, costs, latencies, gaps, and how each clause of the bar stands. Money needs `cost.read`. */
  get(comparisonId: string, comparisonRunId: string, options?: CallOptions): Promise<Answer<ComparisonResultsV1>>;
}

function comparisonResultsOver(transport: CustomerTransport, place: Place): ComparisonResults {
  return {
    get: async (comparisonId: string, comparisonRunId: string, options?: CallOptions) =>
      transport.ask('customer.comparisons.results.get', {
        ids: { ...inEnvironment(place), cmp: comparisonId, crun: comparisonRunId },
        options,
      }),
  };
}

/** `customer.comparisons.runs` */
export interface ComparisonRuns {
  /** Pins what a run would send, to whom, and how it is judged, and says what it will cost and what its sample can show at best. Nothing is sent. The first one fixes the bar for good. */
  preflight(comparisonId: string, body: ComparisonPreflight, options?: CallOptions): Promise<Creation<ComparisonRunV1>>;
  /** Queues a run that was planned, under a ceiling that it never spends past. The same idempotency key with the same plan and ceilings answers the same run. */
  start(comparisonId: string, body: NewComparisonRun, options?: CreationOptions): Promise<Creation<ComparisonRunV1>>;
  /** The runs of a comparison, planned ones among them, newest first. */
  list(comparisonId: string, options?: ListOptions): PagedList<ComparisonRunV1>;
  /** A run: its plan, where it stands, and what it has reserved and spent. Money needs `cost.read`. */
  get(comparisonId: string, comparisonRunId: string, options?: CallOptions): Promise<Answer<ComparisonRunV1>>;
  /** Stops a run at once: nothing more is sent, calls under way end, and what they cost is kept. Of a run that was not taken up yet nothing was sent. */
  cancel(comparisonId: string, comparisonRunId: string, options?: CallOptions): Promise<Answer<ComparisonRunV1>>;
}

function comparisonRunsOver(transport: CustomerTransport, place: Place): ComparisonRuns {
  return {
    preflight: async (comparisonId: string, body: ComparisonPreflight, options?: CallOptions) =>
      transport.create('customer.comparisons.runs.preflight', {
        ids: { ...inEnvironment(place), cmp: comparisonId },
        body,
        options,
      }),
    start: async (comparisonId: string, body: NewComparisonRun, options?: CreationOptions) =>
      transport.create('customer.comparisons.runs.start', {
        ids: { ...inEnvironment(place), cmp: comparisonId },
        body,
        options,
      }),
    list: (comparisonId: string, options?: ListOptions) =>
      pagesOf(
        transport,
        'customer.comparisons.runs.list',
        () => ({ ...inEnvironment(place), cmp: comparisonId }),
        'cursor',
        options,
      ),
    get: async (comparisonId: string, comparisonRunId: string, options?: CallOptions) =>
      transport.ask('customer.comparisons.runs.get', {
        ids: { ...inEnvironment(place), cmp: comparisonId, crun: comparisonRunId },
        options,
      }),
    cancel: async (comparisonId: string, comparisonRunId: string, options?: CallOptions) =>
      transport.ask('customer.comparisons.runs.cancel', {
        ids: { ...inEnvironment(place), cmp: comparisonId, crun: comparisonRunId },
        options,
      }),
  };
}

/** `customer.comparisons.samples` */
export interface ComparisonSamples {
  /** Pins 2 to 50 cases of the gateway, each at one of its versions, for good. Another set is published separately, and never changes it. */
  publish(
    comparisonId: string,
    body: ComparisonSamplePublish,
    options?: CallOptions,
  ): Promise<Creation<ComparisonSampleV1>>;
  /** A sample set of a comparison, with the version of each of its cases. */
  get(comparisonId: string, comparisonSampleId: string, options?: CallOptions): Promise<Answer<ComparisonSampleV1>>;
}

function comparisonSamplesOver(transport: CustomerTransport, place: Place): ComparisonSamples {
  return {
    publish: async (comparisonId: string, body: ComparisonSamplePublish, options?: CallOptions) =>
      transport.create('customer.comparisons.samples.publish', {
        ids: { ...inEnvironment(place), cmp: comparisonId },
        body,
        options,
      }),
    get: async (comparisonId: string, comparisonSampleId: string, options?: CallOptions) =>
      transport.ask('customer.comparisons.samples.get', {
        ids: { ...inEnvironment(place), cmp: comparisonId, ver: comparisonSampleId },
        options,
      }),
  };
}

/** `customer.comparisons` */
export interface Comparisons {
  /** Asks whether a route may be served by something else, with the bar that it has to meet, which may also be declared later. It sends nothing and costs nothing. */
  create(body: ComparisonCreate, options?: CallOptions): Promise<Creation<ComparisonV1>>;
  /** The comparisons of an environment, newest first. */
  list(options?: ListOptions): PagedList<ComparisonV1>;
  /** A comparison with its bar. */
  get(comparisonId: string, options?: CallOptions): Promise<Answer<ComparisonV1>>;
  readonly samples: ComparisonSamples;
  readonly runs: ComparisonRuns;
  readonly results: ComparisonResults;
  readonly verdicts: ComparisonVerdicts;
  readonly decisions: ComparisonDecisions;
}

function comparisonsOver(transport: CustomerTransport, place: Place): Comparisons {
  return {
    create: async (body: ComparisonCreate, options?: CallOptions) =>
      transport.create('customer.comparisons.create', { ids: inEnvironment(place), body, options }),
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.comparisons.list', () => inEnvironment(place), 'cursor', options),
    get: async (comparisonId: string, options?: CallOptions) =>
      transport.ask('customer.comparisons.get', { ids: { ...inEnvironment(place), cmp: comparisonId }, options }),
    samples: comparisonSamplesOver(transport, place),
    runs: comparisonRunsOver(transport, place),
    results: comparisonResultsOver(transport, place),
    verdicts: comparisonVerdictsOver(transport, place),
    decisions: comparisonDecisionsOver(transport, place),
  };
}

/** `customer.cases` */
export interface Cases {
  /** Keeps up to 100 cases of a gateway: all of them or none. The same idempotency key and body answer the same cases again. It needs `comparisons.run` in an environment of the gateway. */
  create(body: NewCases, options?: CreationOptions): Promise<Creation<CasesCreation>>;
  /** The cases of a gateway, newest first, each at its latest version. It needs `comparisons.run` in an environment of the gateway. */
  list(options?: ListOptions): PagedList<CaseV1>;
  /** A case at its latest version. It needs `comparisons.run` in an environment of the gateway. */
  get(caseId: string, options?: CallOptions): Promise<Answer<CaseV1>>;
  /** All versions of a case, newest first. It needs `comparisons.run` in an environment of the gateway. */
  versions(caseId: string, options?: ListOptions): PagedList<CaseV1>;
  /** Writes the whole case as its next version. Earlier ones stay as they are, and so does every sample set that pins one. A stale `expected_version` is 412. */
  revise(caseId: string, body: CaseRevision, options?: CallOptions): Promise<Creation<CaseV1>>;
}

function casesOver(transport: CustomerTransport, place: Place): Cases {
  return {
    create: async (body: NewCases, options?: CreationOptions) =>
      transport.create('customer.cases.create', { ids: inGateway(place), body, options }),
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.cases.list', () => inGateway(place), 'cursor', options),
    get: async (caseId: string, options?: CallOptions) =>
      transport.ask('customer.cases.get', { ids: { ...inGateway(place), case: caseId }, options }),
    versions: (caseId: string, options?: ListOptions) =>
      pagesOf(transport, 'customer.cases.versions', () => ({ ...inGateway(place), case: caseId }), 'cursor', options),
    revise: async (caseId: string, body: CaseRevision, options?: CallOptions) =>
      transport.create('customer.cases.revise', { ids: { ...inGateway(place), case: caseId }, body, options }),
  };
}

/** `customer.routes` */
export interface Routes {
  /** The named routes of an environment, newest first, each with the release that serves it now. It needs `comparisons.run` there. */
  list(options?: ListOptions): PagedList<ServingRouteV1>;
  /** A route and the release that serves it now: connection, model, system text and parameters. It needs `comparisons.run` in the environment. */
  get(routeId: string, options?: CallOptions): Promise<Answer<ServingRouteV1>>;
}

function routesOver(transport: CustomerTransport, place: Place): Routes {
  return {
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.routes.list', () => inEnvironment(place), 'cursor', options),
    get: async (routeId: string, options?: CallOptions) =>
      transport.ask('customer.routes.get', { ids: { ...inEnvironment(place), rt: routeId }, options }),
  };
}

/** `customer.report_inbox` */
export interface ReportInbox {
  /** The caller's own items of a workspace, newest first: identifiers, and the name of the report as it is called now. The name is null where the run, or the report of a notice, is not there for the caller any more. A `notice` tells the owner of a schedule why it was paused or failed. */
  list(options?: ListOptions): PagedList<ReportInboxItemV1>;
  /** How many of the caller's own items of a workspace were never opened and can be opened now, up to 100. It opens nothing. */
  summary(options?: CallOptions): Promise<Answer<ReportInboxSummaryV1>>;
  /** The item and its run with its answer, as far as the recipient may see it now; of a notice the item alone. The first opening sets `read_at`; one that is refused records nothing. */
  open(deliveryId: string, options?: CallOptions): Promise<Answer<OpenedInboxItemV1>>;
}

function reportInboxOver(transport: CustomerTransport, place: Place): ReportInbox {
  return {
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.report_inbox.list', () => inWorkspace(place), 'cursor', options),
    summary: async (options?: CallOptions) =>
      transport.ask('customer.report_inbox.summary', { ids: inWorkspace(place), options }),
    open: async (deliveryId: string, options?: CallOptions) =>
      transport.ask('customer.report_inbox.open', {
        ids: { org: place.organizationId, delivery: deliveryId },
        options,
      }),
  };
}

/** `customer.report_schedules.occurrences` */
export interface ReportScheduleOccurrences {
  /** Lists the occurrences of past instants, taken or missed, newest first. It is history, not a forecast. */
  (reportScheduleId: string, options?: ListOptions): PagedList<ReportOccurrenceV1>;
  /** Returns the occurrence of one instant, for the owner of the schedule and its recipients. An inbox item names it as its source. */
  get(reportScheduleId: string, reportOccurrenceId: string, options?: CallOptions): Promise<Answer<ReportOccurrenceV1>>;
  /** Queues a run of the report over the window of an occurrence that was missed or failed, for the owner alone. Nothing is delivered, and the occurrence stays as it is. An idempotency key makes a repetition one run. */
  rerun(
    reportScheduleId: string,
    reportOccurrenceId: string,
    options?: CreationOptions,
  ): Promise<Creation<ReportRunV1>>;
}

function reportScheduleOccurrencesOver(transport: CustomerTransport, place: Place): ReportScheduleOccurrences {
  return Object.assign(
    (reportScheduleId: string, options?: ListOptions) =>
      pagesOf(
        transport,
        'customer.report_schedules.occurrences',
        () => ({ org: place.organizationId, sch: reportScheduleId }),
        'cursor',
        options,
      ),
    {
      get: async (reportScheduleId: string, reportOccurrenceId: string, options?: CallOptions) =>
        transport.ask('customer.report_schedules.occurrences.get', {
          ids: { org: place.organizationId, sch: reportScheduleId, occ: reportOccurrenceId },
          options,
        }),
      rerun: async (reportScheduleId: string, reportOccurrenceId: string, options?: CreationOptions) =>
        transport.create('customer.report_schedules.occurrences.rerun', {
          ids: { org: place.organizationId, sch: reportScheduleId, occ: reportOccurrenceId },
          options,
        }),
    },
  );
}

/** `customer.report_schedules` */
export interface ReportSchedules {
  /** When a cadence would run in a half-open window, oldest first. After 1,000 instants the answer is cut, and says where it goes on. It keeps nothing. */
  preview(body: ReportSchedulePreviewQuery, options?: CallOptions): Promise<Answer<ReportSchedulePreview>>;
  /** The schedules of a workspace that the caller owns or receives, newest first. */
  list(options?: ListOptions): PagedList<ReportScheduleV1>;
  /** Lets a report run by itself, as its owner and for the owner to say. The same idempotency key and body answer the same schedule again. */
  create(body: NewReportSchedule, options?: CreationOptions): Promise<Creation<ReportScheduleV1>>;
  /** A schedule for its owner and its recipients: whether what runs it is there, and its next three instants from now. */
  get(reportScheduleId: string, options?: CallOptions): Promise<Answer<ReportScheduleV1>>;
  /** Replaces cadence, recipients and pause, for the owner alone. Resuming and another cadence count from the next instant on; what fell due before is not run. A pause stops what is in flight. A stale `expected_revision` is 412. */
  update(
    reportScheduleId: string,
    body: ReportScheduleUpdate,
    options?: CallOptions,
  ): Promise<Answer<ReportScheduleV1>>;
  /** Takes the schedule away, for the owner alone, and stops what is in flight. Its runs and what it delivered stay. */
  delete(reportScheduleId: string, options?: CallOptions): Promise<Answer<ReportScheduleDeletion>>;
  readonly occurrences: ReportScheduleOccurrences;
}

function reportSchedulesOver(transport: CustomerTransport, place: Place): ReportSchedules {
  return {
    preview: async (body: ReportSchedulePreviewQuery, options?: CallOptions) =>
      transport.ask('customer.report_schedules.preview', { ids: inWorkspace(place), body, options }),
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.report_schedules.list', () => inWorkspace(place), 'cursor', options),
    create: async (body: NewReportSchedule, options?: CreationOptions) =>
      transport.create('customer.report_schedules.create', { ids: inWorkspace(place), body, options }),
    get: async (reportScheduleId: string, options?: CallOptions) =>
      transport.ask('customer.report_schedules.get', {
        ids: { org: place.organizationId, sch: reportScheduleId },
        options,
      }),
    update: async (reportScheduleId: string, body: ReportScheduleUpdate, options?: CallOptions) =>
      transport.ask('customer.report_schedules.update', {
        ids: { org: place.organizationId, sch: reportScheduleId },
        body,
        options,
      }),
    delete: async (reportScheduleId: string, options?: CallOptions) =>
      transport.ask('customer.report_schedules.delete', {
        ids: { org: place.organizationId, sch: reportScheduleId },
        options,
      }),
    occurrences: reportScheduleOccurrencesOver(transport, place),
  };
}

/** `customer.reports.runs` */
export interface ReportRuns {
  /** Queues a further run with a window of its own. Earlier runs stay as they are. An idempotency key makes a repetition one run. */
  create(reportId: string, options?: CreationOptions): Promise<Creation<ReportRunV1>>;
  /** The runs of a report, newest first, scheduled ones among them, without their answers: in which state each is, how often it was tried, what failed last, and what it waits for. A run whose scope the caller does not cover is left out. */
  list(reportId: string, options?: ListOptions): PagedList<ReportRunV1>;
  /** A run with its answer as far as this viewer may see it: money is withheld without `cost.read`. */
  get(reportId: string, reportRunId: string, options?: CallOptions): Promise<Answer<ReportRunOpenV1>>;
  /** The run as a file, redacted like `runs.get`: `json` is the same document, `csv` its answer as a table. A run without an answer has no table: 409. Clients whose methods have one type of answer take `export.csv` for the table. */
  export(reportId: string, reportRunId: string, format: ExportFormat, options?: CallOptions): Promise<ExportedRun>;
  /** The same bytes as `export` with `format=csv`. A run without an answer has no table: 409. */
  exportCsv(reportId: string, reportRunId: string, options?: CallOptions): Promise<ExportedRun>;
  /** Ends a queued or running run, for the report's owner and for the person who started the run. A settled run is 409. */
  cancel(reportId: string, reportRunId: string, options?: CallOptions): Promise<Answer<ReportRunV1>>;
}

function reportRunsOver(transport: CustomerTransport, place: Place): ReportRuns {
  return {
    create: async (reportId: string, options?: CreationOptions) =>
      transport.create('customer.reports.runs.create', { ids: { org: place.organizationId, rp: reportId }, options }),
    list: (reportId: string, options?: ListOptions) =>
      pagesOf(
        transport,
        'customer.reports.runs.list',
        () => ({ org: place.organizationId, rp: reportId }),
        'cursor',
        options,
      ),
    get: async (reportId: string, reportRunId: string, options?: CallOptions) =>
      transport.ask('customer.reports.runs.get', {
        ids: { org: place.organizationId, rp: reportId, run: reportRunId },
        options,
      }),
    export: async (reportId: string, reportRunId: string, format: ExportFormat, options?: CallOptions) =>
      exportedFrom(
        await transport.stream('customer.reports.runs.export', MEDIA_TYPES[format], {
          ids: { org: place.organizationId, rp: reportId, run: reportRunId },
          query: { format },
          options,
        }),
      ),
    exportCsv: async (reportId: string, reportRunId: string, options?: CallOptions) =>
      exportedFrom(
        await transport.stream('customer.reports.runs.export_csv', 'text/csv', {
          ids: { org: place.organizationId, rp: reportId, run: reportRunId },
          options,
        }),
      ),
    cancel: async (reportId: string, reportRunId: string, options?: CallOptions) =>
      transport.ask('customer.reports.runs.cancel', {
        ids: { org: place.organizationId, rp: reportId, run: reportRunId },
        options,
      }),
  };
}

/** `customer.reports` */
export interface Reports {
  /** Pins a saved view at one revision and queues the first run. The same idempotency key and body answer the same report again. */
  create(body: NewReport, options?: CreationOptions): Promise<Creation<ReportCreation>>;
  /** The definition of a report for its owner and its recipients. It names the latest run and carries no answer. */
  get(reportId: string, options?: CallOptions): Promise<Answer<ReportV1>>;
  /** The reports of a workspace that the caller owns or receives, newest first. */
  list(options?: ListOptions): PagedList<ReportV1>;
  /** Replaces name and recipients, for the owner alone. With `expected_view_revision`, the report and its schedules ask the view at that revision from now on; a schedule that is paused stays so. Earlier runs stay as they are, and none is made. A stale `expected_revision` is 412. */
  update(reportId: string, body: ReportUpdate, options?: CallOptions): Promise<Answer<ReportV1>>;
  /** Removes the definition, every run and every answer for good, for the owner alone. What still runs is cancelled. */
  delete(reportId: string, options?: CallOptions): Promise<Answer<ReportDeletion>>;
  readonly runs: ReportRuns;
}

function reportsOver(transport: CustomerTransport, place: Place): Reports {
  return {
    create: async (body: NewReport, options?: CreationOptions) =>
      transport.create('customer.reports.create', { ids: inWorkspace(place), body, options }),
    get: async (reportId: string, options?: CallOptions) =>
      transport.ask('customer.reports.get', { ids: { org: place.organizationId, rp: reportId }, options }),
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.reports.list', () => inWorkspace(place), 'page-token', options),
    update: async (reportId: string, body: ReportUpdate, options?: CallOptions) =>
      transport.ask('customer.reports.update', { ids: { org: place.organizationId, rp: reportId }, body, options }),
    delete: async (reportId: string, options?: CallOptions) =>
      transport.ask('customer.reports.delete', { ids: { org: place.organizationId, rp: reportId }, options }),
    runs: reportRunsOver(transport, place),
  };
}

/** `customer.saved_views` */
export interface SavedViews {
  /** Keeps a question under a name. A saved view grants nothing to anybody. */
  create(body: SavedViewCreate, options?: CallOptions): Promise<Creation<SavedView>>;
  /** The stored question as it was written, also when it can no longer be asked. */
  get(savedViewId: string, options?: CallOptions): Promise<Answer<SavedView>>;
  /** The team's views of a workspace and the caller's own, newest first. */
  list(options?: ListOptions): PagedList<SavedView>;
  /** Asks the stored question now, under the opener's own access. */
  open(savedViewId: string, options?: CallOptions): Promise<Answer<OpenedSavedView>>;
  /** The reports and schedules of the view that the caller may see. Those that are not stopped stop where the view is deleted or asks something else; a new name stops nothing. */
  dependents(savedViewId: string, options?: CallOptions): Promise<Answer<ViewDependents>>;
  /** Replaces the whole view, for its owner, and answers what depends on it. Reports keep the revision that they pinned, and run on where only name and audience are others; a stale `expected_revision` is 412. */
  update(savedViewId: string, body: SavedViewUpdate, options?: CallOptions): Promise<Answer<EditedSavedView>>;
  /** Takes the view away, for its owner, and answers what depended on it. What reports have asked and answered stays. */
  delete(savedViewId: string, options?: CallOptions): Promise<Answer<SavedViewDeletion>>;
}

function savedViewsOver(transport: CustomerTransport, place: Place): SavedViews {
  return {
    create: async (body: SavedViewCreate, options?: CallOptions) =>
      transport.create('customer.saved_views.create', { ids: inWorkspace(place), body, options }),
    get: async (savedViewId: string, options?: CallOptions) =>
      transport.ask('customer.saved_views.get', { ids: { org: place.organizationId, sv: savedViewId }, options }),
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.saved_views.list', () => inWorkspace(place), 'cursor', options),
    open: async (savedViewId: string, options?: CallOptions) =>
      transport.ask('customer.saved_views.open', { ids: { org: place.organizationId, sv: savedViewId }, options }),
    dependents: async (savedViewId: string, options?: CallOptions) =>
      transport.ask('customer.saved_views.dependents', {
        ids: { org: place.organizationId, sv: savedViewId },
        options,
      }),
    update: async (savedViewId: string, body: SavedViewUpdate, options?: CallOptions) =>
      transport.ask('customer.saved_views.update', {
        ids: { org: place.organizationId, sv: savedViewId },
        body,
        options,
      }),
    delete: async (savedViewId: string, options?: CallOptions) =>
      transport.ask('customer.saved_views.delete', { ids: { org: place.organizationId, sv: savedViewId }, options }),
  };
}

/** `customer.insights` */
export interface Insights {
  /** Answers one question over what the caller may read, under a read context that says what the answer was computed from. */
  query(body: InsightQuery, options?: CallOptions): Promise<Answer<InsightAnswer>>;
  /** Answers a question of the shapes overview, series and facets in short: one row for each figure of each group, with its state and reason. With `Accept: text/csv` the answer is the same as a table. Without `scope` it is about everything that the caller may read, without `display_tz` in UTC. The same question of `insights.query` has the read context, evidence and latencies. */
  rows(body: InsightQuery, options?: CallOptions): Promise<Answer<InsightRows>>;
  /** What can be asked: metrics, enumerations, refusals and limits. Answered from the build, also while every store is down. */
  catalog(options?: CallOptions): Promise<Answer<InsightCatalogue>>;
  /** What is known about one request that an answer showed, under the read context of that answer. It carries no content. */
  receipt(body: ReceiptQuery, options?: CallOptions): Promise<Answer<InsightReceipt>>;
}

function insightsOver(transport: CustomerTransport, place: Place): Insights {
  return {
    query: async (body: InsightQuery, options?: CallOptions) =>
      transport.ask('customer.insights.query', { ids: inWorkspace(place), body, options }),
    rows: async (body: InsightQuery, options?: CallOptions) =>
      transport.ask('customer.insights.rows', { ids: inWorkspace(place), body, options }),
    catalog: async (options?: CallOptions) =>
      transport.ask('customer.insights.catalog', { ids: { org: place.organizationId }, options }),
    receipt: async (body: ReceiptQuery, options?: CallOptions) =>
      transport.ask('customer.insights.receipt', { ids: inWorkspace(place), body, options }),
  };
}

/** `customer.traffic` */
export interface Traffic {
  /** Accepts events of the traffic format, under a runtime credential of the environment: a JSON document, a list of them, or a line for each; plain, or compressed with gzip or zstd. Accepted events are on the disk, and count once for any number of repetitions. Refused events are reported by their index, and do not affect the others. */
  send(body: TrafficEvents, options?: CallOptions): Promise<Answer<TrafficReceipt>>;
}

function trafficOver(transport: CustomerTransport, place: Place): Traffic {
  return {
    send: async (body: TrafficEvents, options?: CallOptions) =>
      transport.ask('customer.traffic.send', { ids: inEnvironment(place), body, options }),
  };
}

/** `customer.environments` */
export interface Environments {
  /** The environments of a workspace that the caller may do something in, or in a part of, newest first. */
  list(options?: ListOptions): PagedList<EnvironmentV1>;
}

function environmentsOver(transport: CustomerTransport, place: Place): Environments {
  return {
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.environments.list', () => inWorkspace(place), 'cursor', options),
  };
}

/** `customer.gateways` */
export interface Gateways {
  /** The gateways of a workspace that the caller may do something in, or in a part of, newest first. */
  list(options?: ListOptions): PagedList<GatewayV1>;
}

function gatewaysOver(transport: CustomerTransport, place: Place): Gateways {
  return {
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.gateways.list', () => inWorkspace(place), 'cursor', options),
  };
}

/** `customer.applications` */
export interface Applications {
  /** The applications of a workspace that the caller may do something in, or in a part of, newest first. */
  list(options?: ListOptions): PagedList<ApplicationV1>;
}

function applicationsOver(transport: CustomerTransport, place: Place): Applications {
  return {
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.applications.list', () => inWorkspace(place), 'cursor', options),
  };
}

/** `customer.workspaces` */
export interface Workspaces {
  /** The workspaces of an organization that the caller may do something in, or in a part of, newest first. */
  list(options?: ListOptions): PagedList<WorkspaceV1>;
}

function workspacesOver(transport: CustomerTransport, place: Place): Workspaces {
  return {
    list: (options?: ListOptions) =>
      pagesOf(transport, 'customer.workspaces.list', () => ({ org: place.organizationId }), 'cursor', options),
  };
}

/** `customer.me` */
export interface Me {
  /** The subject of the credential, its organization, and what it may do where. */
  get(options?: CallOptions): Promise<Answer<MeV1>>;
}

function meOver(transport: CustomerTransport): Me {
  return {
    get: async (options?: CallOptions) => transport.ask('customer.me.get', { ids: {}, options }),
  };
}

/** Every group of operations. */
export interface Lane {
  readonly me: Me;
  readonly workspaces: Workspaces;
  readonly applications: Applications;
  readonly gateways: Gateways;
  readonly environments: Environments;
  readonly traffic: Traffic;
  readonly insights: Insights;
  readonly savedViews: SavedViews;
  readonly reports: Reports;
  readonly reportSchedules: ReportSchedules;
  readonly reportInbox: ReportInbox;
  readonly routes: Routes;
  readonly cases: Cases;
  readonly comparisons: Comparisons;
}

/** The operations of the lane, asked in one place. */
export function laneOver(transport: CustomerTransport, place: Place): Lane {
  return {
    me: meOver(transport),
    workspaces: workspacesOver(transport, place),
    applications: applicationsOver(transport, place),
    gateways: gatewaysOver(transport, place),
    environments: environmentsOver(transport, place),
    traffic: trafficOver(transport, place),
    insights: insightsOver(transport, place),
    savedViews: savedViewsOver(transport, place),
    reports: reportsOver(transport, place),
    reportSchedules: reportSchedulesOver(transport, place),
    reportInbox: reportInboxOver(transport, place),
    routes: routesOver(transport, place),
    cases: casesOver(transport, place),
    comparisons: comparisonsOver(transport, place),
  };
}
