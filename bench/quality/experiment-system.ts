import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { createAnalyticsClient } from '../../analytics/analytics-client.ts';
import { migrateClickHouse } from '../../analytics/migrate-clickhouse.ts';
import { openContentStore } from '../../content/open-content-store.ts';
import type { RecordedAnswer } from '../../providers/playback/recorded-answer.ts';
import { createConnectionStore } from '../../store/gateway/connection-store.ts';
import { createDatasetStore } from '../../store/quality/datasets/dataset-store.ts';
import { createExperimentRunStore } from '../../store/quality/experiments/experiment-run-store.ts';
import { createExperimentStore } from '../../store/quality/experiments/experiment-store.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../store/tenancy/demo-tenancy.ts';
import { BASELINE_MODEL, CANDIDATE_MODEL, JUDGE_MODEL, setBudget } from '../../testing/comparisons/started-run.ts';
import { createSystemWorld } from '../../testing/processes/system-world.ts';
import { makeMember } from '../../testing/quality/make-dataset-member.ts';
import { makeArm, makeDeclaration } from '../../testing/quality/make-experiment.ts';
import { startRunOf } from '../../testing/quality/started-experiment.ts';
import { startPlayedProvider } from '../comparisons/played-provider.ts';

const NAMESPACE = 'truetally-experiments';
const MUCH = 1_000_000_000_000n;

/** A complete system with an experiment whose arms and judge a playback provider plays. */
export interface ExperimentSystem {
  readonly temporal: Client;
  /** Starts a run, and returns its id. */
  startRun(): Promise<string>;
  /** The counts of cells of a run. */
  cellsOf(runId: string): Promise<{ readonly cells: number; readonly endedCells: number } | undefined>;
  /** Returns the number of calls that the provider answered so far. */
  calls(): Promise<number>;
  close(): Promise<void>;
}

/** Starts engines, a worker and a provider that answers after `latencyMs`, with an experiment over `items` requests. */
export async function startExperimentSystem(items: number, latencyMs: number): Promise<ExperimentSystem> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-experiments-'));
  const ids = Array.from({ length: items }, (_, item) => `bench-request-${item}`);
  const provider = await startPlayedProvider(folder, recordedAnswers(ids), latencyMs);
  const content = join(folder, 'content');
  const configuration = join(folder, 'tokentriage.yaml');
  writeFileSync(configuration, configurationText(content));
  const quiet = { env: { TRUETALLY_LOG_LEVEL: 'warn' }, report: () => undefined };
  const world = await createSystemWorld({ namespace: NAMESPACE, ...quiet });
  await migratePostgres(world.databaseUrl);
  await migrateClickHouse(world.clickhouseUrl);
  const [pool, clock] = [createPool(world.databaseUrl), { now: () => new Date() }];
  await ensureDemoTenancy(pool, clock, undefined);
  const { organizationId, workspaceId, environments } = DEMO_TENANCY;
  const { applicationId, gatewayId, environmentId } = environments.assistantProduction;
  const admittedAt = new Date();
  const contents = openContentStore({ path: content, ttlMs: 0, request: true, response: true }, clock, {
    ...{ maxBytes: 2 ** 30, minFreeBytes: 0 },
  });
  for (const requestId of ids)
    await contents.keep({ workspaceId, requestId, admittedAt, request: questionOf(requestId), response: 'unused' });
  const written = admittedAt.toISOString().slice(0, -1).replace('T', ' ');
  const clickhouse = createAnalyticsClient(world.clickhouseUrl);
  await clickhouse.insert({
    table: 'request_terminals_v1',
    format: 'JSONEachRow',
    values: ids.map((logical_request_id, item) => ({
      ...{ organization_id: organizationId, workspace_id: workspaceId, application_id: applicationId },
      ...{ gateway_id: gatewayId, environment_id: environmentId, purpose: 'application', logical_request_id },
      ...{ admitted_at: written, terminal_at: written },
      ...{ status: 'succeeded', final_model: BASELINE_MODEL, arrival_seq: item + 1 },
    })),
  });
  await clickhouse.close();
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, 'sk-of-the-bench');
  const { connectionId } = await createConnectionStore(pool, clock).add({
    ...{ name: 'bench', provider: 'anthropic', wire: 'messages', endpoint: provider.origin },
    key: { kind: 'file', path: keyFile },
    modelFamilies: { [BASELINE_MODEL]: 'haiku', [CANDIDATE_MODEL]: 'opus' },
    uses: ['inference'],
    grants: [workspaceId],
  });
  await setBudget({ pool, clock }, workspaceId, MUCH);
  const { dataset } = await createDatasetStore(pool, clock).create(
    { callerId: 'tok_bench', idempotencyKey: undefined, fingerprint: '' },
    {
      ...{ workspaceId, name: 'bench', builder: 'from_filter', definition: {}, createdBy: 'tok_bench' },
      ...{ duplicates: { requests: 0, contents: 0 }, retentionGeneration: undefined, appended: undefined },
      members: ids.map((id) => makeMember(id, { environmentId, admittedAtMs: admittedAt.getTime() })),
    },
  );
  const arm = (name: string, model: string) =>
    makeArm(name, { model, connection_id: connectionId, parameters: { max_output_tokens: 20 } });
  const { experimentId } = await createExperimentStore(pool, clock).create({
    ...{ workspaceId, name: 'bench', pinnedDigest: dataset.digest, createdBy: 'tok_bench' },
    declaration: makeDeclaration({
      ...{ dataset_id: dataset.datasetId, instrument: 'replay' },
      arms: [arm('a', BASELINE_MODEL), arm('b', CANDIDATE_MODEL)],
    }),
  });
  await world.start('worker', {
    ...{ TRUETALLY_CONFIG: configuration, BENCH_KEY: 'sk-of-the-bench', BENCH_CHAT: `${provider.origin}/v1` },
  });
  const connection = await Connection.connect({ address: world.temporalAddress });
  const runs = createExperimentRunStore(pool, clock);
  return {
    temporal: new Client({ connection, namespace: NAMESPACE }),
    startRun: () => startRunOf({ pool, clock }, workspaceId, experimentId),
    cellsOf: (runId) => runs.find(workspaceId, runId),
    calls: () => provider.calls(),
    async close() {
      await connection.close();
      await pool.end();
      await world.close();
      await provider.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configurationText(content: string): string {
  const judge = `{ external: allow, model: ${JUDGE_MODEL}, api_key_env: BENCH_KEY, endpoint_env: BENCH_CHAT }`;
  return `dashboard: { capture: { request: true, response: true, ttl: 0, path: ${JSON.stringify(content)} } }
evals:
  evaluators:
    - { id: judge.correctness, sample_rate: 0, max_usd_per_day: 1000, judge: ${judge} }
`;
}

function questionOf(requestId: string): string {
  return `What is ${requestId}?`;
}

/** The answers of both arms, and the verdicts on them. */
function recordedAnswers(ids: readonly string[]): RecordedAnswer[] {
  const usage = { input_tokens: 20, output_tokens: 5 };
  return ids.flatMap((id) =>
    [BASELINE_MODEL, CANDIDATE_MODEL].flatMap((model): RecordedAnswer[] => {
      const text = `answer of ${model} to ${id}.`;
      return [
        { prompt: questionOf(id), model, text, usage },
        { contains: [`"answer":"${text}"`], structured: { reason: 'It is right.', verdict: 'pass' }, usage },
      ];
    }),
  );
}
