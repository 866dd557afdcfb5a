import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createActivities } from '../../../activities/reports/create-activities.ts';
import { createFactsTables } from '../../../testing/engines/clickhouse-database.ts';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { ExportFormat } from '../../../clients/typescript/exported-run.ts';
import type { Reports } from '../../../clients/typescript/lane.ts';
import { noFaultPoints } from '../../../domain/kernel/fault-points.ts';
import type { AttemptStatus } from '../../../domain/reports/run-status.ts';
import { createAccessBindingStore, type AccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy, type DemoCredentials } from '../../../store/tenancy/demo-tenancy.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createRunTransitions } from '../../../store/reports/run-transitions.ts';
import { createTenancyStore } from '../../../store/tenancy/tenancy-store.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import { makeAnswer, makeView } from '../../../testing/api/answers.ts';
import {
  ADA_VIEW,
  makeUsersAnswer,
  UNNAMED_USERS,
  UNNAMED_USERS_WITHOUT_MONEY,
  USERS_VIEW,
  WITHHELD_FILTER,
  WITHHELD_USERS,
} from '../../../testing/api/dimension-answer.ts';
import { demoClient } from '../../../testing/api/demo-client.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { computeRunDigest } from '../../../testing/api/settled-report.ts';
import { startApiProcess, type ApiProcess } from '../../../testing/processes/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { newArtifactSalt } from '../../../contracts/reports/report-digest.ts';
import { activityEnvironment } from '../runs/run-world.ts';

const { workspaceId: WS, subjects } = DEMO_TENANCY;
/** The amount that one viewer of the run may see and the other may not. */
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
  await createFactsTables(facts.href);
  tokens = await ensureDemoTenancy(database.pool, clock, undefined);
  server = await startApiProcess(database.url, facts.href);
});

afterAll(async () => {
  await server.stop();
  await database.drop();
});

type Ids = readonly [reportId: string, runId: string];

/** A client of a caller, and its functions for reports. */
const client = (as: keyof DemoCredentials): TruetallyClient => demoClient(server.origin, tokens[as]);
const reportsFor = (as: keyof DemoCredentials): Reports => client(as).reports;

/**
 * Creates a report of the owner that the analyst and `narrow` receive. Its run is ready, and its answer contains money
 * by default. `change` is the change of its view.
 */
async function readyReport(
  name: string,
  answer: InsightAnswer = makeAnswer(),
  change: Record<string, unknown> = {},
): Promise<Ids> {
  const { data: view } = await client('owner').savedViews.create(makeView(change));
  const { data: created } = await reportsFor('owner').create({
    name,
    saved_view_id: view.id,
    expected_view_revision: view.revision,
    recipient_subject_ids: [subjects.analyst, subjects.narrow],
  });
  const { report, run } = created;
  const { pool } = database;
  const activities = createActivities({
    runs: createRunTransitions(pool, clock),
    tenancy: createTenancyStore(pool),
    reader: { answer: () => Promise.resolve({ answer }) },
    readerMs: 60_000,
    faultPoints: noFaultPoints,
    newRequestId: () => newId('request'),
    newArtifactSalt,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const settled: AttemptStatus = await activityEnvironment().run(
    (input: { runId: string }) => activities.executeAttempt(input),
    {
      runId: run.run_id,
    },
  );
  expect(settled.state).toBe('ready');
  return [report.report_id, run.run_id];
}

/** All reads of a report or its run, except for the list. */
const readsOf = (reports: Reports, at: Ids): Promise<unknown>[] => [
  reports.get(at[0]),
  reports.runs.get(...at),
  reports.runs.export(...at, 'json').then(({ body }) => text(body)),
];

const statusesOf = async (calls: Promise<unknown>[]): Promise<number[]> =>
  (await Promise.all(calls.map(toRefusal))).map(({ status }) => status);

describe('one run read by two viewers with different access, over real engines', () => {
  it('has different bytes and presentation digests, and the same artifact digest', async () => {
    const at = await readyReport('Two viewers');
    const { data: owner } = await reportsFor('owner').runs.get(...at);
    const { data: analyst } = await reportsFor('analyst').runs.get(...at);
    const texts = [owner, analyst].map((run) => JSON.stringify(run));
    expect(texts.map((one) => one.includes(SPEND))).toEqual([true, false]);
    expect([owner.money_withheld, analyst.money_withheld]).toEqual([false, true]);
    expect(analyst.artifact_digest).toBe(owner.artifact_digest);
    expect(owner.presentation_digest).toBe(owner.artifact_digest);
    expect(analyst.presentation_digest).not.toBe(analyst.artifact_digest);
    // Each viewer can verify the document that it got.
    expect(owner.presentation_digest).toBe(computeRunDigest(owner, owner.answer, owner.artifact_salt));
    expect(analyst.presentation_digest).toBe(computeRunDigest(analyst, analyst.answer));
    expect(owner.artifact_salt).toMatch(/^[\w-]{43}$/);
    expect(analyst.artifact_salt).toBeUndefined();
  });

  it.each<ExportFormat>(['json', 'csv'])('is exported as %s to each viewer as each sees it', async (format) => {
    const at = await readyReport(`Exported as ${format}`);
    const shows = async (as: keyof DemoCredentials): Promise<boolean> =>
      (await text((await reportsFor(as).runs.export(...at, format)).body)).includes(SPEND);
    expect([await shows('owner'), await shows('analyst')]).toEqual([true, false]);
  });

  it('shows money as soon as cost.read is granted, and no longer after it is revoked', async () => {
    const at = await readyReport('Cost comes and goes');
    const { runs } = reportsFor('analyst');
    const { bindingId } = await bindings.create({ subjectId: subjects.analyst, actions: ['cost.read'], nodeId: WS });
    const { data: withCost } = await runs.get(...at);
    expect([withCost.money_withheld, JSON.stringify(withCost).includes(SPEND)]).toEqual([false, true]);
    expect(withCost.presentation_digest).toBe(withCost.artifact_digest);
    await bindings.remove(bindingId);
    const { data: without } = await runs.get(...at);
    expect([without.money_withheld, JSON.stringify(without).includes(SPEND)]).toEqual([true, false]);
  });
});

describe('a run by user read by two viewers with different access, over real engines', () => {
  const answer = makeUsersAnswer('ada', 'bob');

  it('shows values to one viewer, and two lines to the other, in every read', async () => {
    const at = await readyReport('By user', answer, USERS_VIEW);
    expect((await reportsFor('owner').runs.get(...at)).data).toMatchObject({ answer, group_count: 4 });
    const { runs } = reportsFor('analyst');
    const { data } = await runs.get(...at);
    expect(data.answer?.groups).toEqual([WITHHELD_USERS, UNNAMED_USERS_WITHOUT_MONEY]);
    expect(data).toMatchObject({ group_count: 2, dimensions_withheld: true });
    expect(data.presentation_digest).toBe(computeRunDigest(data, data.answer));
    const [listed] = (await runs.list(at[0]).page()).items;
    expect(listed).toMatchObject({ group_count: 2, byte_count: data.byte_count });
    for (const format of ['json', 'csv'] as const)
      expect(await text((await runs.export(...at, format)).body)).not.toMatch(/"(ada|bob)"|,(ada|bob),/);
  });

  it('shows values as soon as dimensions.read is granted, and no longer after it is revoked', async () => {
    const at = await readyReport('Values come and go', answer, USERS_VIEW);
    const { runs } = reportsFor('analyst');
    const actions = ['cost.read', 'dimensions.read'] as const;
    const made = [];
    for (const action of actions)
      made.push(await bindings.create({ subjectId: subjects.analyst, actions: [action], nodeId: WS }));
    expect((await runs.get(...at)).data.answer).toEqual(answer);
    await bindings.remove(made[1]!.bindingId);
    expect((await runs.get(...at)).data.answer?.groups).toEqual([WITHHELD_USERS, UNNAMED_USERS]);
    await bindings.remove(made[0]!.bindingId);
    expect((await runs.get(...at)).data.answer?.groups).toEqual([WITHHELD_USERS, UNNAMED_USERS_WITHOUT_MONEY]);
  });

  it('shows the filter of its question to one viewer only', async () => {
    const at = await readyReport('Ada', makeAnswer(), ADA_VIEW);
    const filterFor = async (as: keyof DemoCredentials) =>
      (await reportsFor(as).runs.get(...at)).data.question['dimension_filter'];
    expect([await filterFor('owner'), await filterFor('analyst')]).toEqual([
      ADA_VIEW.query.dimension_filter,
      WITHHELD_FILTER,
    ]);
  });
});

describe('a recipient, over real engines', () => {
  it('who loses access gets 404 immediately from everything, and sees it again with the access', async () => {
    const at = await readyReport('Lost access');
    const reports = reportsFor('analyst');
    const listed = async (): Promise<boolean> =>
      (await reports.list().page()).items.some(({ report_id }) => report_id === at[0]);
    const isSeen = async (): Promise<boolean> => {
      await Promise.all(readsOf(reports, at));
      return listed();
    };
    expect(await isSeen()).toBe(true);

    const held = await bindings.list(subjects.analyst);
    for (const { bindingId } of held) await bindings.remove(bindingId);
    const writes = [reports.delete(at[0]), reports.runs.create(at[0]), reports.runs.cancel(...at)];
    const all = [...readsOf(reports, at), listed(), ...writes];
    expect(await statusesOf(all)).toEqual(all.map(() => 404));

    // One leaf of four is less than the frozen scope, so nothing is shown instead of a quarter.
    const { environmentId } = DEMO_TENANCY.environments.assistantProduction;
    const part = { subjectId: subjects.analyst, actions: ['metadata.read'] as const, nodeId: environmentId };
    const { bindingId } = await bindings.create(part);
    expect(await statusesOf(readsOf(reports, at))).toEqual([404, 404, 404]);
    expect(await listed()).toBe(false);
    await bindings.remove(bindingId);

    for (const { actions } of held) await bindings.create({ subjectId: subjects.analyst, actions, nodeId: WS });
    expect(await isSeen()).toBe(true);
  });

  it('whose access never covered the fixed scope cannot distinguish the run from a missing one', async () => {
    const at = await readyReport('Too wide');
    const refusalTexts = async (ids: Ids): Promise<unknown[]> =>
      (await Promise.all(readsOf(reportsFor('narrow'), ids).map(toRefusal))).map(({ document }) =>
        JSON.stringify({ ...document, request_id: '' }),
      );
    expect(await statusesOf(readsOf(reportsFor('narrow'), at))).toEqual([404, 404, 404]);
    expect(await refusalTexts(at)).toEqual(await refusalTexts([newId('report'), at[1]]));
  });
});

describe('customer.reports.delete, over real engines', () => {
  it('is refused to a recipient, and removes everything of the report for its owner', async () => {
    const at = await readyReport('Deleted');
    const reports = reportsFor('owner');
    const { data: second } = await reports.runs.create(at[0]);
    const problem = await toRefusal(reportsFor('analyst').delete(at[0]));
    expect(problem).toMatchObject({ status: 403, type: 'forbidden' });
    expect((await reports.delete(at[0])).data).toMatchObject({ report_id: at[0], runs_removed: 2 });
    const gone = [reports.delete(at[0]), ...readsOf(reports, at)];
    expect(await statusesOf(gone)).toEqual(gone.map(() => 404));
    const { rows } = await database.pool.query<{ kind: string; left: bigint }>(
      `SELECT (SELECT kind FROM workflow_outbox WHERE workflow_id = $2 ORDER BY outbox_id DESC LIMIT 1),
         (SELECT count(*) FROM report_runs WHERE report_id = $1)
           + (SELECT count(*) FROM report_answers a LEFT JOIN report_runs n USING (run_id) WHERE n.run_id IS NULL) AS left`,
      [at[0], second.run_id],
    );
    expect(rows).toEqual([{ kind: 'cancel_report_run', left: 0n }]);
  });

  it('succeeds for one of many concurrent callers, and gives 404 to the others', async () => {
    const [reportId] = await readyReport('Raced');
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => reportsFor('owner').delete(reportId)));
    const lost = outcomes.filter(({ status }) => status === 'rejected');
    expect(lost).toHaveLength(5);
    expect(lost).toMatchObject(Array(5).fill({ reason: { status: 404, type: 'not_found' } }));
  });
});
