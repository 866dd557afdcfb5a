import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Activities } from '../../../activities/reports/create-activities.ts';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import { createInsightReader } from '../../../analytics/insight/insight-reader.ts';
import { migrateClickHouse } from '../../../analytics/migrate-clickhouse.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { noFaultPoints } from '../../../domain/kernel/fault-points.ts';
import { startClickHouse } from '../../../launcher/engines/start-clickhouse.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { startAnsweringServer } from '../../../testing/answering-server.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { activityEnvironment, openRunWorld, type RunWorld } from './run-world.ts';

const READER_MS = 1_000;
const GIVEN_UP = {
  type: 'reader_unavailable',
  message: 'The reader did not answer within 1 s and was given up.',
  details: [{ attempt: 1 }],
};
const WINDOW = { from: '2026-03-01T08:00:00.000Z', to: '2026-03-02T08:00:00.000Z' };

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld();
});
afterAll(() => world.close());

/** The activities over the real reader of an engine. */
function activitiesOver(clickhouseUrl: string): Activities {
  const clickhouse = createAnalyticsClient(clickhouseUrl);
  onTestFinished(() => clickhouse.close());
  const ingestState = createIngestStateStore(world.pool);
  const reader = createInsightReader({ clickhouse, ingestState, sealKey: 'k'.repeat(32), clock: world.clock });
  const answer = async (question: Parameters<typeof reader.answer>[0]) => {
    const query = { ...question.query, scope: {}, ...WINDOW } as InsightQuery;
    return (await reader.answer({ ...question, query })).answer;
  };
  return world.activities(answer, noFaultPoints, READER_MS);
}

const attempt = (activities: Activities, runId: string, environment = activityEnvironment()) =>
  environment.run((input: { runId: string }) => activities.executeAttempt(input), { runId });

const stateOf = async (runId: string) => {
  const { run } = (await world.documents.findRun(runId))!;
  return { state: run.state, attempt: run.attempt, failureCode: run.failure_code };
};

const queued = async (): Promise<string> => world.queueRun(await world.tenancy());

describe('an attempt whose reader hangs', () => {
  it('stops waiting for a frozen engine, and the next attempt asks the resumed engine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'truetally-frozen-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [port = 0] = await freePorts(1);
    const engine = await startClickHouse({ folder, port, report: () => undefined });
    onTestFinished(() => engine.stop());
    await migrateClickHouse(engine.url);
    const activities = activitiesOver(engine.url);
    const runId = await queued();
    process.kill(engine.pid, 'SIGSTOP');
    onTestFinished(() => void process.kill(engine.pid, 'SIGCONT'));
    const environment = activityEnvironment(600);
    const beats: unknown[] = [];
    environment.on('heartbeat', (details) => beats.push(details));
    await expect(attempt(activities, runId, environment)).rejects.toMatchObject(GIVEN_UP);
    expect(beats).toContainEqual({ attempt: 1 });
    expect(await stateOf(runId)).toEqual({ state: 'running', attempt: 1, failureCode: '' });
    process.kill(engine.pid, 'SIGCONT');
    await activities.requeueRun({ runId, attempt: 1, code: 'reader_unavailable', detail: GIVEN_UP.message });
    await expect.poll(() => attempt(activities, runId)).toMatchObject({ attempt: 2 });
    expect(await stateOf(runId)).toEqual({ state: 'ready', attempt: 2, failureCode: '' });
  });

  it('stops waiting for an engine that accepts a question and does not answer, and closes its connection', async () => {
    const silent = await startAnsweringServer(() => undefined);
    const activities = activitiesOver(`${silent.origin}/facts`);
    await expect(attempt(activities, await queued())).rejects.toMatchObject(GIVEN_UP);
    await silent.closed();
  });

  it('stops waiting for an engine that begins an answer and stops, and closes its connection', async () => {
    const stalling = await startAnsweringServer((response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{"requests":"1"}\n');
    });
    const activities = activitiesOver(`${stalling.origin}/facts`);
    await expect(attempt(activities, await queued())).rejects.toMatchObject(GIVEN_UP);
    await stalling.closed();
  });

  it('stops waiting for a reader that ignores its signal', async () => {
    const activities = world.activities(() => new Promise(() => undefined), noFaultPoints, READER_MS);
    await expect(attempt(activities, await queued())).rejects.toMatchObject(GIVEN_UP);
  });
});
