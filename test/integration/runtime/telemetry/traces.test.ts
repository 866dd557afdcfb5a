import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createFactsTables } from '../../../../testing/engines/clickhouse-database.ts';
import { createTruetallyClient, type TruetallyClient } from '../../../../clients/typescript/truetally-client.ts';
import type { ReportCreation } from '../../../../contracts/reports/report.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../../store/tenancy/demo-tenancy.ts';
import { makeCaseContent } from '../../../../testing/api/made-case.ts';
import { makeView } from '../../../../testing/api/answers.ts';
import { CANDIDATE_MODEL, makeComparisonSetup, setBudget } from '../../../../testing/comparisons/started-run.ts';
import { startPlaybackProvider } from '../../../../testing/comparisons/playback-provider.ts';
import { demoClient } from '../../../../testing/api/demo-client.ts';
import { startApiProcess, type ApiProcess } from '../../../../testing/processes/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/engines/database.ts';
import '../../../../testing/engines/provided-context.ts';
import {
  startSpanReceiver,
  spanTree,
  type ReceivedSpan,
  type SpanReceiver,
} from '../../../../testing/span-receiver.ts';
import { makeNamespace } from '../../../../testing/engines/temporal-world.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { bundledProgram } from '../../../../testing/processes/bundled-programs.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');
const REPORTS = '/portal/api/v1/customer/v1/organizations/:org/workspaces/:ws/reports';
const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
/** Seconds until processes have started and bundled their workflows while they share two cores with other tests. */
const PATIENCE_SECONDS = 90;
const KEY = 'sk-confidential';

const folder = mkdtempSync(join(tmpdir(), 'truetally-traces-'));
let receiver: SpanReceiver;
let database: TestDatabase;
let server: ApiProcess;
let worker: ChildProcess;
let token: string;
let client: TruetallyClient;

beforeAll(async () => {
  receiver = await startSpanReceiver();
  database = await createTestDatabase(inject('databaseUrl'));
  const facts = new URL(inject('clickhouseUrl'));
  facts.pathname = `/traces_${randomUUID().replaceAll('-', '')}`;
  await createFactsTables(facts.href);
  ({ owner: token } = await ensureDemoTenancy(database.pool, { now: () => new Date() }, undefined));
  const tracing = { TRUETALLY_OTLP_URL: receiver.url };
  server = await startApiProcess(database.url, facts.href, tracing);
  client = demoClient(server.origin, token);
  worker = spawn(process.execPath, [bundledProgram('worker/main.ts')], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      TRUETALLY_DATABASE_URL: database.url,
      TRUETALLY_CLICKHOUSE_URL: facts.href,
      TRUETALLY_TEMPORAL_ADDRESS: inject('temporalAddress'),
      TRUETALLY_TEMPORAL_NAMESPACE: await makeNamespace(),
      TRUETALLY_DATA: folder,
      TRUETALLY_LOG_LEVEL: 'warn',
      TEST_PROVIDER_KEY: KEY,
      ...tracing,
    },
  });
});

afterAll(async () => {
  const ended = once(worker, 'exit');
  worker.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await server.stop()).toEqual([0, null]);
  await database.drop();
  receiver.close();
  rmSync(folder, { recursive: true });
});

/** Creates a report of a new view as the demo's owner. */
async function askForReport({ traceparent }: { traceparent?: string } = {}): Promise<ReportCreation> {
  const query = { ...makeView().query, metrics: ['requests.v1', 'release_annotations.v1'] };
  const { data: view } = await client.savedViews.create(makeView({ name: `Confidential ${randomUUID()}`, query }));
  const { organizationId, workspaceId } = DEMO_TENANCY;
  const path = REPORTS.replace(':org', organizationId).replace(':ws', workspaceId);
  const response = await fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(traceparent !== undefined && { traceparent }),
    },
    body: JSON.stringify({
      name: `Confidential ${randomUUID()}`,
      saved_view_id: view.id,
      expected_view_revision: view.revision,
      recipient_subject_ids: [DEMO_TENANCY.subjects.owner],
      evidence_refs: [],
    }),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { data: ReportCreation }).data;
}

/** Waits for the span with this name for this workflow. */
async function spanOf(name: string, workflowId: string): Promise<ReceivedSpan> {
  const find = (): ReceivedSpan | undefined =>
    receiver.spans.find((span) => span.name === name && span.attributes['temporal.workflow.id'] === workflowId);
  await waitUntil(() => Promise.resolve(find() !== undefined), PATIENCE_SECONDS);
  return find()!;
}

/** Waits for the first span with this parent; without a parent, for the root of the trace. */
async function childOf(traceId: string, parentSpanId: string): Promise<ReceivedSpan> {
  const find = (): ReceivedSpan | undefined =>
    receiver.spans.find((span) => span.traceId === traceId && span.parentSpanId === parentSpanId);
  await waitUntil(() => Promise.resolve(find() !== undefined), PATIENCE_SECONDS);
  return find()!;
}

/** All received spans as one text. */
const allSpans = (): string =>
  JSON.stringify(receiver.spans, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** The queries to ClickHouse for the view of these tests in a window without traffic. */
const QUERIES = ['insight.marker_counts', 'insight.sums'];

/** Sorts queries, because they run concurrently and only their set is certain. */
const sortedQueries = (tree: string[]): string[] => [
  ...tree.filter((line) => !line.includes('insight.')),
  ...tree.filter((line) => line.includes('insight.')).sort(),
];

const callersTrace = (flags: string) => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
};

describe('the trace of a report', () => {
  it('is one tree from the request through outbox and activity to each query of ClickHouse', async () => {
    const { run } = await askForReport();
    const attempt = await spanOf('activity executeAttempt', run.run_id);
    const relay = await spanOf('outbox start_report_run', run.run_id);
    const request = await childOf(attempt.traceId, '');
    const tree = spanTree(receiver.spans, request);
    expect(sortedQueries(tree)).toEqual([
      `truetally-api: POST ${REPORTS}`,
      '  truetally-worker: outbox start_report_run',
      '    truetally-worker: activity executeAttempt',
      ...QUERIES.map((tag) => `      truetally-worker: ${tag}`),
    ]);
    expect([request.kind, relay.kind, attempt.kind]).toEqual([SERVER, CONSUMER, CONSUMER]);
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': REPORTS,
      'url.scheme': 'http',
      'http.response.status_code': 202,
      'truetally.request_id': expect.stringMatching(/^req_/) as unknown,
    });
    expect(relay.attributes).toEqual({
      'truetally.outbox.kind': 'start_report_run',
      'truetally.outbox.try': 1,
      'temporal.workflow.id': run.run_id,
    });
    expect(attempt.attributes).toMatchObject({
      'temporal.activity.type': 'executeAttempt',
      'temporal.activity.attempt': 1,
      'temporal.task_queue': 'truetally-requested-runs',
    });
    for (const query of receiver.spans.filter(({ parentSpanId }) => parentSpanId === attempt.spanId)) {
      expect(query).toMatchObject({ kind: CLIENT, traceId: request.traceId, status: 0 });
      expect(query.attributes).toEqual({
        'db.system.name': 'clickhouse',
        'db.operation.name': 'SELECT',
        'db.query.summary': query.name,
        'db.response.returned_rows': expect.any(Number) as unknown,
        'truetally.clickhouse.query_id': expect.stringContaining(`${query.name}:req_`) as unknown,
      });
    }
  });

  it('continues the trace of its caller', async () => {
    const caller = callersTrace('01');
    const { run } = await askForReport(caller);
    const attempt = await spanOf('activity executeAttempt', run.run_id);
    expect(attempt.traceId).toBe(caller.traceId);
    expect((await childOf(caller.traceId, caller.spanId)).name).toBe(`POST ${REPORTS}`);
  });

  it('does not exist, through to the run, if its caller disables tracing', async () => {
    const caller = callersTrace('00');
    const { run } = await askForReport(caller);
    const { rows } = await database.pool.query<{ traceparent: string }>(
      'SELECT trace_context AS traceparent FROM workflow_outbox WHERE workflow_id = $1',
      [run.run_id],
    );
    expect(rows).toEqual([{ traceparent: expect.stringMatching(`^00-${caller.traceId}-[0-9a-f]{16}-00$`) as unknown }]);
    // A later traced request has arrived, and therefore also all earlier spans.
    const later = await askForReport();
    await spanOf('activity executeAttempt', later.run.run_id);
    expect(receiver.spans.filter(({ traceId }) => traceId === caller.traceId)).toEqual([]);
    expect(receiver.spans.filter((span) => span.attributes['temporal.workflow.id'] === run.run_id)).toEqual([]);
  });

  it('contains no name, query or person', async () => {
    const { run } = await askForReport();
    await spanOf('activity executeAttempt', run.run_id);
    const shown = allSpans();
    for (const hidden of ['Confidential', 'requests.v1', 'SELECT ', ...Object.values(DEMO_TENANCY.subjects), token]) {
      expect(shown).not.toContain(hidden);
    }
  });
});

describe('the trace of a comparison run', () => {
  /** Creates a run of two cases with a playback provider, and starts it over HTTP. */
  async function startRun(): Promise<string> {
    const prompt = 'Confidential: how much is 6 times 7?';
    const answers = [{ prompt, text: 'Confidential: #### 42' }];
    const provider = await startPlaybackProvider(answers, { latency_ms: 0, faults: [] });
    onTestFinished(provider.close);
    const { organizationId, workspaceId, environments, subjects } = DEMO_TENANCY;
    const { applicationId, gatewayId, environmentId } = environments.assistantProduction;
    const world = { pool: database.pool, clock: { now: () => new Date() } };
    const tenancy = { workspaceId, environmentId, gatewayId, ownerId: subjects.owner };
    const { routeId, connectionId } = await makeComparisonSetup(world, tenancy, { endpoint: provider.endpoint });
    await setBudget(world, workspaceId, 1_000_000_000n);
    const place = { organizationId, workspaceId, applicationId, gatewayId, environmentId };
    const { cases, comparisons } = createTruetallyClient({ baseUrl: server.origin, token, ...place });
    const one = makeCaseContent({ messages: [{ role: 'user', content: prompt }] });
    const kept = await cases.create({ cases: [one, one] });
    const rule = { confidence: '0.95', tolerated_unknowns: 0, critical_cases_must_pass: true } as const;
    const asked = { name: 'Confidential', kind: 'labeled', route_id: routeId, acceptance_rule: rule } as const;
    const { comparison_id: id } = (await comparisons.create(asked)).data;
    const chosen = kept.data.cases.map(({ case_id, version }) => ({ case_id, version }));
    const { sample_id } = (await comparisons.samples.publish(id, { cases: chosen })).data;
    const parameters = { max_output_tokens: 20 };
    const candidate = { connection_id: connectionId, model: CANDIDATE_MODEL, system: '', parameters };
    const { run_id: runId } = (await comparisons.runs.preflight(id, { sample_id, candidate })).data;
    await comparisons.runs.start(id, { run_id: runId, spend_ceiling_nano_usd: '100000000' });
    return runId;
  }

  it('is one tree from the request through outbox and activity to each call of the provider', async () => {
    const runId = await startRun();
    const end = await spanOf('activity scoreComparisonRun', runId);
    const request = await childOf(end.traceId, '');
    const [root, ...below] = spanTree(receiver.spans, request);
    expect(root).toMatch(/^truetally-api: POST .*\/comparisons\/:cmp\/runs$/);
    expect(below.sort()).toEqual(
      [
        '  truetally-worker: outbox start_comparison_run',
        '    truetally-worker: activity beginComparisonRun',
        ...Array.from({ length: 4 }, () => '    truetally-worker: activity callArm'),
        ...Array.from({ length: 4 }, () => '      truetally-worker: model.messages'),
        '    truetally-worker: activity scoreComparisonRun',
      ].sort(),
    );
    const call = receiver.spans.find(({ traceId, name }) => traceId === end.traceId && name === 'model.messages');
    expect(call).toMatchObject({ kind: CLIENT, status: 0 });
    expect(call!.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': expect.stringMatching(/^claude-/) as unknown,
      'truetally.call_id': expect.stringMatching(/_/) as unknown,
      'truetally.call.outcome': 'answered',
    });
    for (const hidden of [KEY, 'Confidential', '127.0.0.1', '#### 42', 'nano_usd'])
      expect(allSpans()).not.toContain(hidden);
  });
});

describe('the trace of an occurrence', () => {
  it('is a separate tree, from the plan that claimed it to its delivery', async () => {
    const { report } = await askForReport();
    const { data: schedule } = await client.reportSchedules.create({
      report_id: report.report_id,
      expected_report_revision: report.revision,
      cadence: { mode: 'interval', frequency: 'daily', anchor: new Date(Date.now() + 3_000).toISOString() },
      recipient_subject_ids: [DEMO_TENANCY.subjects.owner],
    });
    const occurrenceId = async (): Promise<string | undefined> => {
      const { rows } = await database.pool.query<{ id: string }>(
        'SELECT occurrence_id AS id FROM report_occurrences WHERE schedule_id = $1',
        [schedule.schedule_id],
      );
      return rows[0]?.id;
    };
    await waitUntil(async () => (await occurrenceId()) !== undefined, PATIENCE_SECONDS);
    const carried = await spanOf('activity runOccurrence', (await occurrenceId())!);
    const plan = await childOf(carried.traceId, '');
    const tree = spanTree(receiver.spans, plan);
    expect(sortedQueries(tree)).toEqual([
      'truetally-worker: activity planWorkspace',
      '  truetally-worker: activity runOccurrence',
      ...QUERIES.map((tag) => `    truetally-worker: ${tag}`),
    ]);
    expect(plan.attributes['temporal.workflow.id']).toBe(DEMO_TENANCY.workspaceId);
  });
});
