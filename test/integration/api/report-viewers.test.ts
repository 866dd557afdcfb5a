import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createActivities } from '../../../activities/create-activities.ts';
import { migrateClickHouse } from '../../../analytics/migrate.ts';
import { reportDigest } from '../../../contracts/report-digest.ts';
import type { ReportCreation, ReportV1 } from '../../../contracts/report.ts';
import type { ReportRunOpenV1 } from '../../../contracts/report-run.ts';
import type { SavedView } from '../../../contracts/saved-view.ts';
import { noFaultPoints } from '../../../domain/fault-points.ts';
import type { AttemptStatus } from '../../../domain/run-status.ts';
import { createAccessBindingStore, type AccessBindingStore } from '../../../store/access-bindings.ts';
import { DEMO_TENANCY, ensureDemoTenancy, type DemoCredentials } from '../../../store/demo-tenancy.ts';
import { newId } from '../../../store/new-id.ts';
import { createRunTransitions } from '../../../store/run-transitions.ts';
import { createTenancyStore } from '../../../store/tenancy.ts';
import { anAnswer, aView } from '../../support/api/answers.ts';
import { startApiProcess, type ApiProcess } from '../../support/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import '../../support/provided-context.ts';
import { activityEnvironment } from '../runs/run-world.ts';

const { organizationId: ORG, workspaceId: WS, subjects } = DEMO_TENANCY;
const WORKSPACE = `/organizations/${ORG}/workspaces/${WS}`;
const REPORTS = `${WORKSPACE}/reports`;
/** What one viewer of the run may see, and the other may not. */
const SPEND = '1500000';

const clock = { now: () => new Date() };
let database: TestDatabase;
let bindings: AccessBindingStore;
let tokens: DemoCredentials;
let server: ApiProcess;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  bindings = createAccessBindingStore(database.pool, clock);
  const facts = new URL(inject('clickhouseUrl'));
  facts.pathname = `/viewers_${randomUUID().replaceAll('-', '')}`;
  await migrateClickHouse(facts.href);
  tokens = await ensureDemoTenancy(database.pool, clock, undefined);
  server = await startApiProcess(database.url, facts.href);
});

afterAll(async () => {
  await server.stop();
  await database.drop();
});

interface Answered<Data> {
  readonly status: number;
  readonly type: string;
  readonly data: Data;
  /** The answer to the byte, without the id of its request. */
  readonly said: string;
}

async function call<Data = unknown>(
  as: keyof DemoCredentials,
  path: string,
  { method = 'GET', body }: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown } = {},
): Promise<Answered<Data>> {
  const response = await fetch(`${server.origin}/portal/api/v1/customer/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens[as]}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const said = (await response.text()).replaceAll(/req_[0-9a-z]{26}/g, 'req_');
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const { type = '', data } = (isJson ? JSON.parse(said) : {}) as { type?: string; data: Data };
  return { status: response.status, type, data, said };
}

interface Made {
  readonly report: ReportV1;
  readonly reportPath: string;
  readonly runPath: string;
}

/** A report of the owner's that the analyst and `narrow` receive, with a ready run whose answer holds money. */
async function readyReport(name: string): Promise<Made> {
  const view = (await call<SavedView>('owner', `${WORKSPACE}/saved-views`, { method: 'POST', body: aView() })).data;
  const created = await call<ReportCreation>('owner', REPORTS, {
    method: 'POST',
    body: {
      name,
      saved_view_id: view.id,
      expected_view_revision: view.revision,
      recipient_subject_ids: [subjects.analyst, subjects.narrow],
    },
  });
  expect(created.status).toBe(202);
  const { report, run } = created.data;
  const { pool } = database;
  const activities = createActivities({
    runs: createRunTransitions(pool, clock),
    tenancy: createTenancyStore(pool),
    reader: { answer: () => Promise.resolve({ answer: anAnswer() }) },
    faultPoints: noFaultPoints,
    newRequestId: () => newId('request'),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const settled: AttemptStatus = await activityEnvironment().run(
    (input: { runId: string }) => activities.executeAttempt(input),
    {
      runId: run.run_id,
    },
  );
  expect(settled.state).toBe('ready');
  const reportPath = `/organizations/${ORG}/reports/${report.report_id}`;
  return { report, reportPath, runPath: `${reportPath}/runs/${run.run_id}` };
}

function digestOf({ question, window, view_revision: viewRevision, answer }: ReportRunOpenV1): string {
  return reportDigest({
    question,
    window: { from: new Date(window.from), to: new Date(window.to) },
    viewRevision,
    answer,
  });
}

describe('one run read by two viewers with different access, over real engines', () => {
  it('has different bytes and presentation digests, and the same artifact digest', async () => {
    const { runPath } = await readyReport('Two viewers');
    const owner = await call<ReportRunOpenV1>('owner', runPath);
    const analyst = await call<ReportRunOpenV1>('analyst', runPath);
    expect([owner.status, analyst.status]).toEqual([200, 200]);
    expect(analyst.said).not.toBe(owner.said);
    expect([owner.said.includes(SPEND), analyst.said.includes(SPEND)]).toEqual([true, false]);
    expect([owner.data.money_withheld, analyst.data.money_withheld]).toEqual([false, true]);
    expect(analyst.data.artifact_digest).toBe(owner.data.artifact_digest);
    expect(owner.data.presentation_digest).toBe(owner.data.artifact_digest);
    expect(analyst.data.presentation_digest).not.toBe(analyst.data.artifact_digest);
    // Each viewer can check what it was given.
    expect(owner.data.presentation_digest).toBe(digestOf(owner.data));
    expect(analyst.data.presentation_digest).toBe(digestOf(analyst.data));
  });

  it.each(['json', 'csv'])('is exported as %s to each as it is shown to each', async (format) => {
    const { runPath } = await readyReport(`Exported as ${format}`);
    const path = `${runPath}/export?format=${format}`;
    const owner = await call('owner', path);
    const analyst = await call('analyst', path);
    expect([owner.status, analyst.status]).toEqual([200, 200]);
    expect([owner.said.includes(SPEND), analyst.said.includes(SPEND)]).toEqual([true, false]);
  });

  it('shows money as soon as cost.read comes, and no more as soon as it goes', async () => {
    const { runPath } = await readyReport('Cost comes and goes');
    const { bindingId } = await bindings.create({ subjectId: subjects.analyst, actions: ['cost.read'], nodeId: WS });
    const withCost = await call<ReportRunOpenV1>('analyst', runPath);
    expect([withCost.data.money_withheld, withCost.said.includes(SPEND)]).toEqual([false, true]);
    expect(withCost.data.presentation_digest).toBe(withCost.data.artifact_digest);
    await bindings.remove(bindingId);
    const without = await call<ReportRunOpenV1>('analyst', runPath);
    expect([without.data.money_withheld, without.said.includes(SPEND)]).toEqual([true, false]);
  });
});

describe('a recipient, over real engines', () => {
  it('that loses access is answered 404 at once by everything, and 200 when the access is back', async () => {
    const { report, reportPath, runPath } = await readyReport('Lost access');
    const reads = [reportPath, runPath, `${runPath}/export`];
    const statuses = async (): Promise<number[]> =>
      Promise.all(reads.map(async (path) => (await call('analyst', path)).status));
    const listed = async (): Promise<string[] | number> => {
      const { status, data } = await call<ReportV1[]>('analyst', REPORTS);
      return status === 200 ? data.map((one) => one.report_id).filter((id) => id === report.report_id) : status;
    };
    expect([await statuses(), await listed()]).toEqual([[200, 200, 200], [report.report_id]]);

    const held = await bindings.list(subjects.analyst);
    for (const { bindingId } of held) await bindings.remove(bindingId);
    expect([await statuses(), await listed()]).toEqual([[404, 404, 404], 404]);
    for (const [path, method] of [
      [reportPath, 'DELETE'],
      [`${reportPath}/runs`, 'POST'],
      [`${runPath}/cancel`, 'POST'],
    ] as const) {
      expect((await call('analyst', path, { method })).status).toBe(404);
    }

    // One leaf of four is less than the frozen scope: nothing is shown, rather than a quarter.
    const { environmentId } = DEMO_TENANCY.environments.assistantProduction;
    const part = { subjectId: subjects.analyst, actions: ['metadata.read'] as const, nodeId: environmentId };
    const { bindingId } = await bindings.create(part);
    expect([await statuses(), await listed()]).toEqual([[404, 404, 404], []]);
    await bindings.remove(bindingId);

    for (const { actions } of held) await bindings.create({ subjectId: subjects.analyst, actions, nodeId: WS });
    expect([await statuses(), await listed()]).toEqual([[200, 200, 200], [report.report_id]]);
  });

  it('whose access never covered the frozen scope cannot tell the run from nothing', async () => {
    const { reportPath, runPath } = await readyReport('Too wide');
    for (const path of [reportPath, runPath, `${runPath}/export`]) {
      const there = await call('narrow', path);
      const gone = await call('narrow', path.replaceAll(/rpt_[0-9a-z]+/g, newId('report')));
      expect([there.status, there.said]).toEqual([404, gone.said]);
    }
  });
});

describe('customer.reports.delete, over real engines', () => {
  it('is refused to a recipient, and leaves nothing of the report when its owner asks', async () => {
    const { report, reportPath, runPath } = await readyReport('Deleted');
    const second = await call<{ run_id: string }>('owner', `${reportPath}/runs`, { method: 'POST' });
    expect(await call('analyst', reportPath, { method: 'DELETE' })).toMatchObject({ status: 403, type: 'forbidden' });
    const { status, data } = await call<object>('owner', reportPath, { method: 'DELETE' });
    expect([status, data]).toMatchObject([200, { report_id: report.report_id, runs_removed: 2 }]);
    expect((await call('owner', reportPath, { method: 'DELETE' })).status).toBe(404);
    for (const path of [reportPath, runPath]) expect((await call('owner', path)).status).toBe(404);
    const { rows } = await database.pool.query<{ kind: string; left: bigint }>(
      `select (select kind from workflow_outbox where workflow_id = $2 order by outbox_id desc limit 1),
         (select count(*) from report_runs where report_id = $1)
           + (select count(*) from report_answers a left join report_runs n using (run_id) where n.run_id is null) as left`,
      [report.report_id, second.data.run_id],
    );
    expect(rows).toEqual([{ kind: 'cancel_report_run', left: 0n }]);
  });

  it('lets one of many who delete at once win, and answers 404 to the others', async () => {
    const { reportPath } = await readyReport('Raced');
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('owner', reportPath, { method: 'DELETE' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });
});
