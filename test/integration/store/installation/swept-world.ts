import { createReportRunStore, type ReportRunStore } from '../../../../store/reports/report-run-store.ts';
import { createReportStore } from '../../../../store/reports/report-store.ts';
import {
  createRetentionSweepStore,
  type RetentionSweepStore,
} from '../../../../store/installation/retention-sweep-store.ts';
import { createRunTransitions } from '../../../../store/reports/run-transitions.ts';
import { createSavedViewStore } from '../../../../store/views/saved-view-store.ts';
import type { RunState } from '../../../../domain/reports/report-run.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';
import { newReport, newRun } from '../../../../testing/reports/new-report.ts';
import { newView } from '../../../../testing/views/new-view.ts';

/** The instant at which everything in this world is created and ends. */
export const ENDED = '2026-03-02T08:00:00.000Z';
export const DIGEST = `sha256:${'a'.repeat(64)}`;

/** The instant a number of days after everything ended, plus milliseconds. */
export function daysAfterEnd(days: number, milliseconds = 0): string {
  return new Date(Date.parse(ENDED) + days * 86_400_000 + milliseconds).toISOString();
}

/** Workspaces with ended runs that a sweep finds. */
export interface SweptWorld extends StoreWorld {
  readonly sweeps: RetentionSweepStore;
  readonly documents: ReportRunStore;
  /** Creates a workspace with a report. */
  workspace(): Promise<SweptWorkspace>;
  count(table: string, workspaceId?: string): Promise<number>;
}

export interface SweptWorkspace extends Tenancy {
  readonly reportId: string;
  /** The first run of the report, which is queued. */
  readonly firstRunId: string;
  /** Creates a further run in this state. */
  run(state: RunState): Promise<string>;
}

export async function openSweptWorld(): Promise<SweptWorld> {
  const world = await openStoreWorld(ENDED);
  const { pool, clock } = world;
  return {
    ...world,
    sweeps: createRetentionSweepStore(pool, clock, { auditDays: 400 }),
    documents: createReportRunStore(pool),
    workspace: () => makeSweptWorkspace(world),
    async count(table, workspaceId) {
      const where = workspaceId === undefined ? '' : ' WHERE workspace_id = $1';
      const values = workspaceId === undefined ? [] : [workspaceId];
      const { rows } = await pool.query<{ count: bigint }>(`SELECT count(*) FROM ${table}${where}`, values);
      return Number(rows[0]!.count);
    },
  };
}

/** Creates a workspace with a report. */
export async function makeSweptWorkspace(world: StoreWorld): Promise<SweptWorkspace> {
  const { pool, clock } = world;
  const reports = createReportStore(pool, clock);
  const tenancy = await makeTenancy(world);
  const view = await createSavedViewStore(pool, clock).create(newView(tenancy));
  const report = newReport(tenancy, view.id);
  const first = newRun(tenancy, report.report_id);
  await reports.create({ fingerprint: first.run_id, report, run: first });
  return {
    ...tenancy,
    reportId: report.report_id,
    firstRunId: first.run_id,
    async run(state) {
      const run = newRun(tenancy, report.report_id);
      await reports.createRun({ fingerprint: run.run_id, run });
      await bringTo(world, run.run_id, state);
      return run.run_id;
    },
  };
}

async function bringTo({ pool, clock }: StoreWorld, runId: string, state: RunState): Promise<void> {
  const runs = createRunTransitions(pool, clock);
  if (state === 'cancelled') await runs.cancel(runId);
  if (state === 'queued' || state === 'cancelled') return;
  await runs.claim({ runId, leaseMs: 15_000 });
  const attempt = { runId, attempt: 1 };
  if (state === 'failed') await runs.settleFailed({ ...attempt, code: 'scope_unavailable', detail: 'No access.' });
  if (state !== 'ready' && state !== 'partial') return;
  await runs.settleWithAnswer({
    ...attempt,
    state,
    coverage: [],
    truncated: false,
    answer: '{"groups":[]}',
    artifactDigest: DIGEST,
    artifactSalt: 'salt',
    groupCount: 3,
    byteCount: 13,
    redactedByteCount: 13,
    authorityEpoch: '1',
  });
}
