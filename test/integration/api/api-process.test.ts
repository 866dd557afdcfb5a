import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { BUILD_VERSION } from '../../../runtime/telemetry/read-build-version.ts';
import { ensureDemoTenancy, DEMO_TENANCY, type DemoCredentials } from '../../../store/tenancy/demo-tenancy.ts';
import { startApiProcess, type ApiProcess } from '../../../testing/processes/api-process.ts';
import { openQueuedConnections } from '../../../testing/processes/queued-connections.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

let database: TestDatabase;
let tokens: DemoCredentials;
beforeEach(async () => {
  // A killed process leaves its heartbeat, so each test has its own database.
  database = await createTestDatabase(inject('databaseUrl'));
  // It is dropped last, after the processes and the lock of the test that use it.
  onTestFinished(() => database.drop());
  tokens = await ensureDemoTenancy(database.pool, { now: () => new Date() }, undefined);
});

async function startApi(env: Record<string, string>): Promise<ApiProcess> {
  const api = await startApiProcess(database.url, inject('clickhouseUrl'), env);
  onTestFinished(() => api.kill('SIGKILL'));
  return api;
}

/** Blocks every request for saved views until it is released. */
async function holdSavedViews(): Promise<{ release(): Promise<void> }> {
  const holder = await database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE saved_views IN ACCESS EXCLUSIVE MODE');
  let held = true;
  const release = async (): Promise<void> => {
    if (!held) return;
    held = false;
    await holder.query('ROLLBACK');
    holder.release();
  };
  onTestFinished(release);
  return { release };
}

/** Sends a request that waits for the blocked table. Resolves when the request waits, with a promise of its outcome. */
async function askInVain({ origin }: ApiProcess): Promise<{ answered: Promise<number | 'cut'> }> {
  const { organizationId, workspaceId } = DEMO_TENANCY;
  const path = `/portal/api/v1/customer/v1/organizations/${organizationId}/workspaces/${workspaceId}/saved-views`;
  const answered = fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${tokens.owner}` } }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 'cut' as const,
  );
  await waitUntil(async () => {
    const { rows } = await database.pool.query<{ waiting: bigint }>(
      `SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]!.waiting > 0n;
  }, 20);
  return { answered };
}

const isRefused = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`).then(
    () => false,
    (error: unknown) => ((error as Error).cause as NodeJS.ErrnoException).code === 'ECONNREFUSED',
  );

describe('a stopping API', () => {
  it('announces the stop first, then accepts no more requests, and answers those in progress', async () => {
    const api = await startApi({ TRUETALLY_DRAIN_DELAY_SECONDS: '3', TRUETALLY_DRAIN_SECONDS: '60' });
    const views = await holdSavedViews();
    const { answered } = await askInVain(api);
    const ended = api.stop();
    await waitUntil(async () => (await fetch(`${api.origin}/readyz`)).status === 503, 20);
    expect(await (await fetch(`${api.origin}/readyz`)).json()).toMatchObject({ status: 'stopping', postgres: 'up' });
    const meanwhile = await fetch(`${api.origin}/healthz`);
    expect([meanwhile.status, meanwhile.headers.get('connection')]).toEqual([200, 'close']);
    await waitUntil(() => isRefused(api.origin), 20);
    await views.release();
    expect(await answered).toBe(200);
    expect(await ended).toEqual([0, null]);
    const { rows } = await database.pool.query(`SELECT FROM component_heartbeats WHERE component = 'api'`);
    expect(rows).toEqual([]);
  });

  it('interrupts requests that take too long, and reports them with its exit code', async () => {
    const api = await startApi({ TRUETALLY_DRAIN_SECONDS: '1' });
    await holdSavedViews();
    const { answered } = await askInVain(api);
    expect(await api.stop()).toEqual([1, null]);
    expect(await answered).toBe('cut');
  });

  it('ends immediately after a second signal', async () => {
    const api = await startApi({ TRUETALLY_DRAIN_SECONDS: '3600' });
    await holdSavedViews();
    const { answered } = await askInVain(api);
    const ended = api.stop();
    await waitUntil(() => isRefused(api.origin), 20);
    api.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    expect(await answered).toBe('cut');
  });
});

describe('an API that is sent a large body', () => {
  it('reads it in a thread that it starts', async () => {
    const api = await startApi({ TRUETALLY_JOURNAL: await mkdtemp(join(tmpdir(), 'truetally-journal-')) });
    const { organizationId, workspaceId, environments } = DEMO_TENANCY;
    const { applicationId, gatewayId, environmentId } = environments.assistantProduction;
    const path = `organizations/${organizationId}/workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}/environments/${environmentId}/traffic`;
    const answer = await fetch(`${api.origin}/portal/api/v1/customer/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.runtime}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ not_an_event: 'x'.repeat(70_000) }]),
    });
    const { data } = (await answer.json()) as { data?: { accepted: number; refused: number } };
    expect(answer.status).toBe(200);
    expect(data?.accepted).toBe(0);
    expect(data?.refused).toBe(1);
  });
});

describe('an API that starts', () => {
  it('states version and commit in the first line of its log and at /healthz', async () => {
    const build = { version: BUILD_VERSION, commit: '5ef0e29b00000000000000000000000000000000' };
    const api = await startApi({ TRUETALLY_LOG_LEVEL: 'info', TRUETALLY_COMMIT: build.commit });
    expect(JSON.parse(await api.firstLine)).toMatchObject({ process: 'api', ...build, msg: 'the process starts' });
    const health = (await (await fetch(`${api.origin}/healthz`)).json()) as { longest_stall_ms: number };
    expect(health).toEqual({ status: 'alive', ...build, longest_stall_ms: health.longest_stall_ms });
  });
});

describe('an API that is busy', () => {
  it('accepts a thousand connections into its queue immediately, and then answers', async () => {
    const api = await startApi({});
    api.kill('SIGSTOP');
    const queued = await openQueuedConnections(api.origin);
    api.kill('SIGCONT');
    queued.close();
    expect((await fetch(`${api.origin}/healthz`)).status).toBe(200);
  });
});
