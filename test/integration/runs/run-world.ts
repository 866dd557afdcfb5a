import { MockActivityEnvironment } from '@temporalio/testing';
import { createActivities, type Activities } from '../../../activities/reports/create-activities.ts';
import type { InsightQuestion } from '../../../analytics/insight/insight-reader.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import { noFaultPoints, type FaultPoints } from '../../../domain/kernel/fault-points.ts';
import type { AttemptStatus } from '../../../domain/reports/run-status.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createReportRunStore, type ReportRunStore } from '../../../store/reports/report-run-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createRunTransitions, type RunTransitions } from '../../../store/reports/run-transitions.ts';
import { createSavedViewStore } from '../../../store/views/saved-view-store.ts';
import { createTenancyStore } from '../../../store/tenancy/tenancy-store.ts';
import { makeAnswer } from '../../../testing/api/answers.ts';
import { newArtifactSalt } from '../../../contracts/reports/report-digest.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../testing/store/store-world.ts';
import { newReport, newRun } from '../../../testing/reports/new-report.ts';
import { newView } from '../../../testing/views/new-view.ts';

/** The reader's response to a question in a test. */
export type FakeReader = (question: InsightQuestion) => Promise<InsightAnswer>;

/** Report runs on a real database, with a reader that the test controls. */
export interface RunWorld extends StoreWorld {
  readonly runs: RunTransitions;
  readonly documents: ReportRunStore;
  /** Creates a workspace whose owner may read everything, including money. */
  tenancy(): Promise<Tenancy & { bindingId: string }>;
  /** Creates a queued run of a new report. */
  queueRun(tenancy: Tenancy): Promise<string>;
  activities(reader?: FakeReader, faultPoints?: FaultPoints, readerMs?: number): Activities;
  /** Executes one attempt in place of Temporal. `environment` has the messages of Temporal to the attempt. */
  execute(runId: string, reader?: FakeReader, environment?: MockActivityEnvironment): Promise<AttemptStatus>;
}

export async function openRunWorld(): Promise<RunWorld> {
  const world = await openStoreWorld();
  const { pool, clock } = world;
  const runs = createRunTransitions(pool, clock);
  const activities = (
    reader: FakeReader = () => Promise.resolve(makeAnswer()),
    faultPoints: FaultPoints = noFaultPoints,
    readerMs = 60_000,
  ): Activities =>
    createActivities({
      runs,
      tenancy: createTenancyStore(pool),
      reader: { answer: async (question) => ({ answer: await reader(question) }) },
      readerMs,
      faultPoints,
      newRequestId: () => newId('request'),
      newArtifactSalt,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
  return {
    ...world,
    runs,
    documents: createReportRunStore(pool),
    activities,
    async tenancy() {
      const tenancy = await makeTenancy(world);
      const { bindingId } = await createAccessBindingStore(pool, clock).create({
        subjectId: tenancy.ownerId,
        actions: ['metadata.read', 'cost.read'],
        nodeId: tenancy.workspaceId,
      });
      return { ...tenancy, bindingId };
    },
    async queueRun(tenancy) {
      const view = await createSavedViewStore(pool, clock).create(newView(tenancy, { name: newId('savedView') }));
      const report = newReport(tenancy, view.id);
      const run = newRun(tenancy, report.report_id);
      await createReportStore(pool, clock).create({ fingerprint: run.run_id, report, run });
      return run.run_id;
    },
    execute: (runId, reader, environment = activityEnvironment()) =>
      environment.run((input: { runId: string }) => activities(reader).executeAttempt(input), { runId }),
  };
}

/** The environment that Temporal gives to an activity, with a lease of `heartbeatMs`. */
export function activityEnvironment(heartbeatMs = 15_000): MockActivityEnvironment {
  return new MockActivityEnvironment({ heartbeatTimeoutMs: heartbeatMs });
}

/** A reader that answers when the test opens the gate. */
export function createGate(): { readonly reader: FakeReader; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { reader: () => opened.then(makeAnswer), open: () => open() };
}
