import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres } from '../../../launcher/engines/start-postgres.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { removeSystemHome } from '../../../testing/processes/system-home.ts';

const report = (): void => undefined;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-place-'));
  chmodSync(folder, 0o711);
});

afterEach(() => {
  for (const name of readdirSync(folder)) removeSystemHome(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

describe('the cluster of a data folder', () => {
  /** True for root, which is the only account that stores a cluster outside the data folder. */
  const isRoot = process.getuid?.() === 0;

  it.skipIf(!isRoot)('opens no cluster of another data folder, and follows its own after a rename', async () => {
    const [port = 0] = await freePorts(1);
    chmodSync(folder, 0o700);
    const plan = { folder: join(folder, 'postgres'), port, report, durable: false };
    const first = await startPostgres(plan);
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const renamed = { ...plan, folder: join(folder, 'renamed') };
    renameSync(plan.folder, renamed.folder);
    const copy = { ...plan, folder: join(folder, 'copy') };
    cpSync(renamed.folder, copy.folder, { recursive: true });
    await expect(startPostgres(copy)).rejects.toThrow(`belongs to ${plan.folder}, and ${copy.folder} is`);
    const second = await startPostgres(renamed);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([[7]]);
    await second.stop();
    await expect(startPostgres(copy)).rejects.toThrow(
      `belongs to ${renamed.folder}, and ${copy.folder} is a copy of it from before its last start`,
    );
  });

  it.skipIf(!isRoot)('creates no new cluster if the data folder names a missing one', async () => {
    const [port = 0] = await freePorts(1);
    const plan = { folder: join(folder, 'postgres'), port, report, durable: false };
    chmodSync(folder, 0o700);
    mkdirSync(plan.folder);
    writeFileSync(join(plan.folder, 'location'), '/var/lib/truetally/of-another-machine\n');
    await expect(startPostgres(plan)).rejects.toThrow(
      'The Postgres cluster of this data folder is missing from /var/lib/truetally/of-another-machine',
    );
    expect(existsSync('/var/lib/truetally/of-another-machine')).toBe(false);
  });

  it('creates no new cluster if there was one', async () => {
    const [port = 0] = await freePorts(1);
    const plan = { folder: join(folder, 'postgres'), port, report, durable: false };
    await (await startPostgres(plan)).stop();
    rmSync(join(plan.folder, 'cluster'), { recursive: true });
    await expect(startPostgres(plan)).rejects.toThrow(
      `The Postgres cluster of this data folder is missing from ${plan.folder}`,
    );
    expect(existsSync(join(plan.folder, 'cluster'))).toBe(false);
  });
});
