import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';
import { startDemoSystem } from '../../../testing/processes/demo-system.ts';
import { createSystemWorld, type SystemWorld } from '../../../testing/processes/system-world.ts';

/** The size of a disk that contains the engines with their first data. The test fills it. */
const DISK = 'size=700m';
const WRITES = 2_000;

const disk = mkdtempSync(join(tmpdir(), 'truetally-disk-'));
const filler = join(disk, 'filler');
/** The reason why no separate disk is available. Mounting requires an account with that right. */
const reason = mount();
let world: SystemWorld;
let pool: pg.Pool;
let token: string;
let window: { readonly from: string; readonly to: string };

function mount(): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `${DISK},mode=0711`, 'tmpfs', disk], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `No disk can be mounted here, so the whole system is not seen on a full one (${(error as Error).message.trim()}).`;
  }
}

beforeAll(async () => {
  if (reason !== undefined) return;
  world = await createSystemWorld({ namespace: 'truetally-disk', env: {}, folder: disk, report: () => undefined });
  pool = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  ({ token, window } = await startDemoSystem(world, pool));
}, 300_000);

afterAll(async () => {
  if (reason === undefined) {
    rmSync(filler, { force: true });
    await pool.end();
    await world.close();
    execFileSync('umount', ['--lazy', disk]);
  }
  rmSync(disk, { recursive: true, force: true });
});

async function call(path: string, body?: object): Promise<{ status: number; code: unknown }> {
  const { organizationId, workspaceId } = DEMO_TENANCY;
  const url = `${world.baseUrl}/organizations/${organizationId}/workspaces/${workspaceId}/${path}`;
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { code } = (await response.json()) as { code?: unknown };
  return { status: response.status, code };
}

const query = { schema: 1, shape: 'overview', scope: {}, display_tz: 'UTC', metrics: ['requests.v1'] };
const write = () => {
  const view = { audience: 'team', time_intent: 'fixed', display_tz: 'UTC', query: { ...query, ...window } };
  return call('saved-views', { name: `A view ${'x'.repeat(100)}`, ...view });
};
const read = () => call('insights/query', { ...query, ...window });

function fill(): void {
  for (let bytes = 1 << 20; bytes >= 512; bytes /= 2) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

it('answers reads and refuses writes while the disk is full, and continues when space is available', async (test) => {
  if (reason !== undefined) test.skip(reason);
  const pids = [world.pid('api'), world.pid('worker')];
  expect((await write()).status).toBe(201);
  fill();
  let refused = { status: 0, code: undefined as unknown };
  // The existing pages and log files of Postgres still have space.
  for (let number = 0; number < WRITES && refused.status !== 503; number += 1) refused = await write();
  expect(refused).toEqual({ status: 503, code: 'dependency_unavailable' });
  // Every read would record the use of its credential if it could.
  await pool.query('UPDATE credentials SET last_used_at = NULL').catch(() => undefined);
  for (let number = 0; number < 50; number += 1) {
    expect((await read()).status).toBe(200);
    expect((await call('saved-views?limit=1')).status).toBe(200);
  }
  // This fills the space that merges and rotations have released.
  fill();
  expect((await write()).status).toBe(503);

  rmSync(filler);
  expect((await write()).status).toBe(201);
  expect([world.pid('api'), world.pid('worker')]).toEqual(pids);
  expect(['api', 'worker'].map((name) => world.lives(name as 'api' | 'worker'))).toEqual([true, true]);
  expect((await read()).status).toBe(200);
}, 180_000);
