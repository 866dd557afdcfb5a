import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type pg from 'pg';
import { migrateClickHouse } from '../../../analytics/migrate-clickhouse.ts';
import { TruetallyProblemError } from '../../../clients/typescript/errors.ts';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { EmbeddedEngine } from '../../../launcher/engines/embedded-engine.ts';
import { startPostgres } from '../../../launcher/engines/start-postgres.ts';
import { ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { migratePostgres } from '../../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../../store/postgres/pool.ts';
import { makeView } from '../../../testing/api/answers.ts';
import { demoClient } from '../../../testing/api/demo-client.ts';
import { startApiProcess } from '../../../testing/processes/api-process.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { makeNamespace } from '../../../testing/engines/temporal-world.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { startWorkerProcess } from '../../../testing/processes/worker-process.ts';

/** The number of callers, which exceeds the ten connections of the API's pool. */
const CALLERS = 24;
const ROUNDS = 12;
const ROUND_MS = 650;
const MINUTES = 600_000;

let folder: string;
let port: number;
let engine: EmbeddedEngine;
let pool: pg.Pool;
const start = (): Promise<EmbeddedEngine> =>
  startPostgres({ folder: join(folder, 'postgres'), port, report: () => undefined, durable: false });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-ended-'));
  // The account that runs Postgres for root must be able to enter the folder.
  chmodSync(folder, 0o711);
  [port = 0] = await freePorts(1);
  engine = await start();
  await migratePostgres(engine.url);
  pool = createPool(engine.url, { connections: 2 });
});
afterAll(async () => {
  await pool.end();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Ends about half of all other connections, selected at random. */
async function endConnections(): Promise<void> {
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid() AND random() < 0.5`,
  );
}

/** Creates a view and a report of it with a run; resolves to the id of the run. */
async function makeReport({ savedViews, reports }: TruetallyClient): Promise<string> {
  const { data: view } = await savedViews.create(makeView({ name: randomUUID() }));
  const { data } = await reports.create(
    { name: randomUUID(), saved_view_id: view.id, expected_view_revision: view.revision, recipient_subject_ids: [] },
    { idempotencyKey: randomUUID() },
  );
  return data.run.run_id;
}

/** Makes calls until the signal aborts, and counts each refusal by its status and code. */
async function callOn(client: TruetallyClient, counts: Map<string, number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const outcome = await makeReport(client).then(
      () => 'made',
      (error: unknown) => (error instanceof TruetallyProblemError ? `${error.status} ${error.type}` : String(error)),
    );
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
}

describe('API and worker whose connections to Postgres are ended', () => {
  it(
    'continue: waiting callers are informed that the control plane is unavailable, and later calls succeed',
    async () => {
      const facts = new URL(inject('clickhouseUrl'));
      facts.pathname = `/ended_${randomUUID().replaceAll('-', '')}`;
      await migrateClickHouse(facts.href);
      const tokens = await ensureDemoTenancy(pool, { now: () => new Date() }, undefined);
      const worker = startWorkerProcess(
        { databaseUrl: engine.url, namespace: await makeNamespace() },
        { TRUETALLY_CLICKHOUSE_URL: facts.href, TRUETALLY_STALE_SECONDS: '5' },
      );
      const api = await startApiProcess(engine.url, facts.href);
      onTestFinished(() => api.kill('SIGKILL'));
      const client = demoClient(api.origin, tokens.owner);

      const counts = new Map<string, number>();
      const over = new AbortController();
      const callers = Array.from({ length: CALLERS }, () => callOn(client, counts, over.signal));
      for (let round = 0; round < ROUNDS; round += 1) {
        await delay(ROUND_MS);
        await endConnections();
      }
      await engine.stop();
      engine = await start();
      await delay(ROUND_MS);
      over.abort();
      await Promise.all(callers);

      expect([...counts.keys()].sort()).toEqual(['503 dependency_unavailable', 'made']);
      const runId = await makeReport(client);
      await waitUntil(async () => {
        const { rows } = await pool.query<{ state: string }>('SELECT state FROM report_runs WHERE run_id = $1', [
          runId,
        ]);
        return rows[0]?.state === 'ready';
      }, 120);
      expect(await api.stop()).toEqual([0, null]);
      worker.child.kill('SIGTERM');
      expect(await worker.ended).toBe('0');
    },
    MINUTES,
  );
});
