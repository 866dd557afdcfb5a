import { text } from 'node:stream/consumers';
import type { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { parse } from 'csv-parse/sync';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApp } from '../../../api/composition/app.ts';
import type { Place } from '../../../clients/typescript/place.ts';
import type { ExportFormat } from '../../../clients/typescript/exported-run.ts';
import type { ReportRuns } from '../../../clients/typescript/lane.ts';
import { createTruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import { canonicalJson } from '../../../contracts/wire/canonical-json.ts';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import { redactMoney } from '../../../contracts/insight/redact-money.ts';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import { MAX_ANSWER_BYTES, MAX_GROUPS } from '../../../domain/reports/report-run.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { createAuditStore } from '../../../store/installation/audit-store.ts';
import { createCredentialStore } from '../../../store/tenancy/credential-store.ts';
import { isStoreUnavailable } from '../../../store/postgres/database-fault.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createDispatcherStartStore } from '../../../store/schedules/dispatcher-start-store.ts';
import { createComparisonStartStore } from '../../../store/comparisons/comparison-start-store.ts';
import { createCalibrationStartStore } from '../../../store/quality/calibrations/calibration-start-store.ts';
import { createExperimentStartStore } from '../../../store/quality/experiments/experiment-start-store.ts';
import { createOccurrenceStartStore } from '../../../store/schedules/occurrence-start-store.ts';
import { createOutboxStore } from '../../../store/outbox/outbox-store.ts';
import { createReportInboxStore } from '../../../store/schedules/report-inbox-store.ts';
import { createReportOccurrenceStore } from '../../../store/schedules/report-occurrence-store.ts';
import { createReportRunStore } from '../../../store/reports/report-run-store.ts';
import { createReportScheduleStore } from '../../../store/schedules/report-schedule-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createRunStartStore } from '../../../store/reports/run-start-store.ts';
import { createSampleStore } from '../../../store/comparisons/sample-store.ts';
import { createComparisonRunRequests } from '../../../store/comparisons/comparison-run-requests.ts';
import { createComparisonDecisionStore } from '../../../store/comparisons/comparison-decision-store.ts';
import { createComparisonVerdictStore } from '../../../store/comparisons/comparison-verdict-store.ts';
import { createRunEvidenceStore } from '../../../store/comparisons/run-evidence-store.ts';
import { createComparisonRunStore } from '../../../store/comparisons/comparison-run-store.ts';
import { createConnectionStore } from '../../../store/gateway/connection-store.ts';
import { createCaseStore } from '../../../store/comparisons/case-store.ts';
import { createServingRouteStore } from '../../../store/gateway/serving-route-store.ts';
import { createSavedViewStore } from '../../../store/views/saved-view-store.ts';
import { createTenancyStore } from '../../../store/tenancy/tenancy-store.ts';
import { createNamedNodeStore } from '../../../store/tenancy/named-node-store.ts';
import { createServiceCredentialStore } from '../../../store/tenancy/service-credential-store.ts';
import { createServiceIdentityStore } from '../../../store/tenancy/service-identity-store.ts';
import { createTeamStore } from '../../../store/tenancy/team-store.ts';
import { noFaultPoints } from '../../../domain/kernel/fault-points.ts';
import { drainOutbox } from '../../../worker/relay/drain-outbox.ts';
import { makeAnswer } from '../../../testing/api/answers.ts';
import { computeRunDigest } from '../../../testing/api/settled-report.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { openTemporalWorld } from '../../../testing/engines/temporal-world.ts';
import { newReport, newRun } from '../../../testing/reports/new-report.ts';
import { newView } from '../../../testing/views/new-view.ts';
import { WORKER_QUEUES } from '../../../worker/worker-queues.ts';
import { workOnQueue } from '../../../worker/work-on-queue.ts';
import { openRunWorld, type RunWorld } from './run-world.ts';

/** A text that is in every group of the answer and nowhere else. */
const MARK = 'a-model-of-the-largest-answer';
const CELLS = 4;

/**
 * An answer of this number of bytes in its stored form, with the maximum number of groups of a report, including money.
 */
function answerOf(byteCount: number): InsightAnswer {
  const cells = Array.from({ length: CELLS }, (_, index): AnswerGroup['cells'][number] => ({
    metric: index % 2 === 0 ? 'requests.v1' : 'provider_spend.v1',
    value: { state: 'available', number: `-${index}234567890123`, unit: index % 2 === 0 ? 'count' : 'nano_usd' },
  }));
  const withTexts = (length: number, rest: number): InsightAnswer => ({
    ...makeAnswer(),
    groups: Array.from({ length: MAX_GROUPS }, (_, index) => ({
      purpose: 'application',
      facet: { member: 'final_model', value: MARK + 'x'.repeat(length + (index === 0 ? rest : 0)) },
      cells,
    })),
  });
  const missing = byteCount - Buffer.byteLength(canonicalJson(withTexts(0, 0)));
  return withTexts(Math.floor(missing / MAX_GROUPS), missing % MAX_GROUPS);
}

let world: RunWorld;
let connection: NativeConnection;
let client: Client;
let place: Place;
let at: readonly [reportId: string, runId: string];
let origin: string;
let close: () => Promise<unknown>;
const tokens = { owner: '', recipient: '' };

beforeAll(async () => {
  const temporal = await openTemporalWorld();
  ({ connection, client } = temporal);
  world = await openRunWorld();
  await queue();
  await carry(temporal.namespace, answerOf(MAX_ANSWER_BYTES));
  const app = createApp({
    build: { version: '0.0.0', commit: null },
    clock: world.clock,
    timeZones,
    newId,
    installationKey: Buffer.alloc(32, 7),
    maxStallMs: () => 0,
    credentials: createCredentialStore(world.pool, world.clock),
    tenancy: createTenancyStore(world.pool),
    names: createNamedNodeStore(world.pool),
    serviceIdentities: createServiceIdentityStore(world.pool, world.clock),
    serviceCredentials: createServiceCredentialStore(world.pool, world.clock),
    teams: { ...createTeamStore(world.pool, world.clock), areEnabled: false },
    savedViews: createSavedViewStore(world.pool, world.clock),
    reports: {
      ...createReportStore(world.pool, world.clock),
      ...createReportRunStore(world.pool),
      hasWorker: true,
      cancelRun: () => Promise.reject(new Error('Nothing is cancelled here.')),
    },
    schedules: { ...createReportScheduleStore(world.pool, world.clock), ...createReportOccurrenceStore(world.pool) },
    inbox: createReportInboxStore(world.pool, world.clock),
    routes: createServingRouteStore(world.pool, world.clock),
    cases: createCaseStore(world.pool, world.clock),
    samples: createSampleStore(world.pool, world.clock),
    comparisonRuns: {
      ...createComparisonRunStore(world.pool, world.clock),
      ...createComparisonRunRequests(world.pool, world.clock),
    },
    comparisonEvidence: {
      ...createRunEvidenceStore(world.pool),
      ...createComparisonVerdictStore(world.pool, world.clock),
      ...createComparisonDecisionStore(world.pool, world.clock),
    },
    connections: createConnectionStore(world.pool, world.clock),
    prices: { revision: 'none', priceOf: () => () => undefined },
    callPrices: { priceOf: () => ({ state: 'unpriced', reason: 'model_not_in_table', revision: 'none' }) },
    audit: createAuditStore(world.pool, world.clock),
    limits: { requestsPerCredential: 600, requestsPerAddress: 1_200, connectionsPerAddress: 256, trustedProxies: [] },
    health: {
      heartbeats: () => Promise.resolve(new Map()),
      outbox: () => Promise.resolve({ waiting: 0, dead: 0 }),
      lastSweep: () => Promise.resolve(undefined),
      overdueSchedules: () => Promise.resolve({ count: 0, oldestSeconds: 0 }),
      indexState: () => Promise.resolve({ waitingSince: undefined }),
      indexBehindSeconds: 60,
    },
    isStoreUnavailable,
    logger: pino({ level: 'silent' }),
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.close();
}, 240_000);

afterAll(async () => {
  await close();
  await connection.close();
  await world.close();
});

/** Queues a run that its owner may read with money and its recipient without money. */
async function queue(): Promise<void> {
  const { pool, clock } = world;
  const tenancy = await world.tenancy();
  const { workspaceId, ownerId, otherId } = tenancy;
  await createAccessBindingStore(pool, clock).create({
    subjectId: otherId,
    actions: ['metadata.read'],
    nodeId: workspaceId,
  });
  const credentials = createCredentialStore(pool, clock);
  tokens.owner = (await credentials.create({ subjectId: ownerId, class: 'management', name: 'Owner' })).token;
  tokens.recipient = (await credentials.create({ subjectId: otherId, class: 'management', name: 'Other' })).token;
  const view = await createSavedViewStore(pool, clock).create(newView(tenancy));
  const report = newReport(tenancy, view.id, { recipient_subject_ids: [otherId] });
  const run = newRun(tenancy, report.report_id);
  await createReportStore(pool, clock).create({ fingerprint: run.run_id, report, run });
  place = tenancy;
  at = [report.report_id, run.run_id];
}

/** Completes the run by a worker on Temporal, with a reader that returns this answer. */
async function carry(namespace: string, answer: InsightAnswer): Promise<void> {
  const stopping = new AbortController();
  const working = workOnQueue(
    WORKER_QUEUES.requestedRuns,
    {
      connection,
      namespace,
      workflowBundle: { codePath: inject('workflowBundlePath') },
      activities: world.activities(() => Promise.resolve(answer)),
      log: silentLog,
    },
    () => undefined,
    stopping.signal,
  );
  const relay = {
    outbox: createOutboxStore(world.pool, world.clock),
    runStarts: createRunStartStore(world.pool),
    dispatcherStarts: createDispatcherStartStore(world.pool),
    occurrenceStarts: createOccurrenceStartStore(world.pool),
    comparisonStarts: createComparisonStartStore(world.pool),
    experimentStarts: createExperimentStartStore(world.pool),
    calibrationStarts: createCalibrationStartStore(world.pool),
    client,
    clock: { now: () => new Date() },
    timeouts: { heartbeatMs: 30_000, attemptMs: 60_000 },
    namesArePlain: true,
    faultPoints: noFaultPoints,
    log: silentLog,
  };
  await drainOutbox(relay, new AbortController().signal);
  await client.workflow.getHandle(at[1]).result();
  stopping.abort();
  await working;
}

const runsFor = (as: keyof typeof tokens): ReportRuns =>
  createTruetallyClient({ baseUrl: origin, token: tokens[as], ...place }).reports.runs;

const exported = async (format: ExportFormat, as: keyof typeof tokens): Promise<string> =>
  text((await runsFor(as).export(...at, format)).body);

/** Every payload of a history, at any position. */
function payloadsOf(value: unknown): Buffer[] {
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Uint8Array) return [Buffer.from(value)];
  return Object.values(value).flatMap(payloadsOf);
}

describe('an answer of exactly 10 MiB in 1,000 groups', () => {
  it('is stored unchanged, ready, under the digest of its bytes', async () => {
    const { run } = (await world.documents.findRun(at[1]))!;
    expect(run).toMatchObject({ state: 'ready', group_count: 1_000, byte_count: 10_485_760, truncated: false });
    const { rows } = await world.pool.query<{ length: number; shown: boolean }>(
      'SELECT octet_length(answer) AS length, position($2 IN answer) > 0 AS shown FROM report_answers WHERE run_id = $1',
      [at[1], MARK],
    );
    expect(rows).toEqual([{ length: 10_485_760, shown: true }]);
  });

  it('never passes through Temporal: its history has counts and a digest', async () => {
    const handle = client.workflow.getHandle(at[1]);
    const { events } = await handle.fetchHistory();
    const payloads = payloadsOf(events);
    expect(payloads.some((payload) => payload.includes('"groupCount":1000'))).toBe(true);
    for (const payload of payloads) {
      expect(payload.length).toBeLessThan(4_096);
      expect(payload.includes(MARK)).toBe(false);
      expect(payload.includes('234567890123')).toBe(false);
    }
    const { raw } = await handle.describe();
    expect(Number(raw.workflowExecutionInfo?.historySizeBytes)).toBeLessThan(20_000);
  });

  it.each(['owner', 'recipient'] as const)('is served and exported to its %s, as one document', async (as) => {
    const { data: run } = await runsFor(as).get(...at);
    expect((await exported('json', as)) === JSON.stringify(run)).toBe(true);
    const whole = answerOf(MAX_ANSWER_BYTES);
    const expected = as === 'owner' ? whole : redactMoney(whole).answer;
    expect(canonicalJson(run.answer) === canonicalJson(expected)).toBe(true);
    expect(run.money_withheld).toBe(as === 'recipient');
    expect(run.artifact_salt === undefined).toBe(as === 'recipient');
    const { artifactSalt } = (await world.documents.findRun(at[1]))!;
    expect(run.artifact_digest).toBe(computeRunDigest(run, whole, artifactSalt));
    expect(run.presentation_digest).toBe(computeRunDigest(run, expected, run.artifact_salt));
  });

  it.each(['owner', 'recipient'] as const)('is a table of 4,000 rows for its %s', async (as) => {
    const rows: Record<string, string>[] = parse(await exported('csv', as), {
      columns: true,
      record_delimiter: '\r\n',
    });
    expect(rows).toHaveLength(MAX_GROUPS * CELLS);
    expect(rows[3_999]).toMatchObject(
      as === 'owner'
        ? { number: '-3234567890123', amount_usd: '-3234.567890123', unit: 'nano_usd' }
        : { number: '', amount_usd: '', reason: 'scope_not_authorized' },
    );
  });

  it('leaves no database connection behind when its client disconnects', async () => {
    const { body } = await runsFor('owner').export(...at, 'json');
    for await (const piece of body) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(world.pool.idleCount).toBe(world.pool.totalCount);
    expect((await runsFor('owner').get(...at)).data.state).toBe('ready');
  });
});

describe('an answer with one byte more', () => {
  it('fails its run with output_cap_exceeded, and stores nothing', async () => {
    const tenancy = await world.tenancy();
    const larger = await world.queueRun(tenancy);
    const answer = answerOf(MAX_ANSWER_BYTES + 1);
    expect(await world.execute(larger, () => Promise.resolve(answer))).toMatchObject({
      state: 'failed',
      failureCode: 'output_cap_exceeded',
    });
    expect((await world.documents.findRun(larger))?.run).toMatchObject({
      failure_detail:
        'The answer has more than 10485760 bytes, the maximum of a report. Use a shorter window or a coarser grain.',
      group_count: 0,
      byte_count: 0,
      artifact_digest: '',
    });
    expect(await world.documents.answerOf(larger)).toBeUndefined();
  });
});

describe('an answer of 1,001 groups', () => {
  it('fails its run with output_cap_exceeded, at any size', async () => {
    const atCap = await world.queueRun(await world.tenancy());
    const over = await world.queueRun(await world.tenancy());
    const groups = (count: number) =>
      Array.from({ length: count }, (): AnswerGroup => ({ purpose: 'application', cells: [] }));
    expect(await world.execute(atCap, () => Promise.resolve({ ...makeAnswer(), groups: groups(1_000) }))).toMatchObject(
      {
        state: 'ready',
        groupCount: 1_000,
      },
    );
    expect(await world.execute(over, () => Promise.resolve({ ...makeAnswer(), groups: groups(1_001) }))).toMatchObject({
      state: 'failed',
      failureCode: 'output_cap_exceeded',
    });
  });
});
