import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureTemporalBinary } from '../../../launcher/engines/temporal-binaries.ts';
import type { Connection } from '../../../runtime/addresses/connection.ts';
import { bundlePrograms } from '../../../runtime/programs.mjs';
import { pause } from '../../../runtime/repeat.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { removeSystemHome } from '../../../testing/processes/system-home.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);
/** The time-out for three starts and five commands on a busy machine. */
const PATIENCE_MS = 1_200_000;
/** The milliseconds between two calls while the backup is created. */
const CALL_EVERY_MS = 20;
const NAMES = ['PORT', 'POSTGRES_PORT', 'CLICKHOUSE_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'PROXY_PORT'];

let root: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'truetally-backup-'));
  chmodSync(root, 0o755);
  await bundlePrograms();
  // Our own binary is in a private folder, which another account cannot enter.
  copyFileSync(await ensureTemporalBinary('temporal', () => undefined), join(root, 'temporal'));
  chmodSync(join(root, 'temporal'), 0o755);
});

afterAll(async () => {
  for (const end of ends) await end();
  for (const name of ['first', 'second', 'third']) removeSystemHome(join(root, name, 'postgres'));
  rmSync(root, { recursive: true, force: true });
}, PATIENCE_MS);

/**
 * A way to run our programs on a data folder: as the current account, or as an account without rights if the current
 * account is root.
 */
interface Machine {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly prefix: readonly string[];
}

async function machine(name: string, prefix: readonly string[] = []): Promise<Machine> {
  const folder = join(root, name);
  const ports = await freePorts(NAMES.length + 1);
  const settings = [...NAMES, 'PLAYBACK_PORT'].map(
    (port, index) => [`TRUETALLY_${port}`, String(ports[index])] as const,
  );
  return {
    folder,
    prefix,
    env: {
      TRUETALLY_DATA: folder,
      TRUETALLY_RECONCILE_SECONDS: '1',
      // Clients poll for a run ten times a second, for any duration on this machine.
      TRUETALLY_REQUESTS_PER_CREDENTIAL: '1000000',
      TRUETALLY_REQUESTS_PER_ADDRESS: '1000000',
      TRUETALLY_TEMPORAL_BINARY: join(root, 'temporal'),
      // Another account cannot read our own home folder.
      HOME: folder,
      ...Object.fromEntries(settings),
    },
  };
}

/** The prefix `setpriv` for a command, if we are root and `nobody` can reach the project; empty otherwise. */
function asNobody(): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const prefix = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'];
  const { status } = spawnSync(prefix[0]!, [...prefix.slice(1), 'test', '-r', join(PROJECT, 'package.json')]);
  return status === 0 ? prefix : [];
}

function commandOf({ prefix }: Machine, args: readonly string[]): [string, string[]] {
  const [command = '', ...rest] = [...prefix, process.execPath, ...args];
  return [command, rest];
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function command(on: Machine, ...args: string[]): Promise<Ended> {
  const [program, rest] = commandOf(on, ['scripts/run.mjs', ...args]);
  try {
    const { stdout, stderr } = await run(program, rest, { cwd: PROJECT, env: { ...process.env, ...on.env } });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  }
}

const backup = (on: Machine, folder: string): Promise<Ended> =>
  command(on, 'launcher/backup/backup-command.ts', folder);
const restore = (on: Machine, ...args: string[]): Promise<Ended> =>
  command(on, 'launcher/backup/restore-command.ts', ...args);

/** Starts the complete system and waits until it prints how to use it. @returns a function that stops it */
async function start(on: Machine): Promise<() => Promise<void>> {
  const [program, rest] = commandOf(on, ['scripts/start.mjs']);
  const child = spawn(program, rest, {
    cwd: PROJECT,
    env: { ...process.env, ...on.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
  };
  ends.push(stop);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const failed = ended.then(([code]) => {
    throw new Error(`npm start ended with ${String(code)}: ${printed}`);
  });
  failed.catch(() => undefined);
  await Promise.race([waitUntil(() => Promise.resolve(printed.includes('Truetally is running.')), 300), failed]);
  return stop;
}

function connectionOf({ folder }: Machine): Connection {
  return JSON.parse(readFileSync(join(folder, 'connection.json'), 'utf8')) as Connection;
}

/** The API's answer as on the wire, without the id of the request. */
async function ask(on: Machine, path: string, body?: object): Promise<string> {
  const { base_url, organization_id, credentials } = connectionOf(on);
  const answer = await fetch(`${base_url}/organizations/${organization_id}${path}`, {
    headers: { authorization: `Bearer ${credentials.owner}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return text.replace(/"request_id":"req_[^"]*"/, '"request_id":""');
}

async function make<Made>(on: Machine, path: string, body: object): Promise<Made> {
  return (JSON.parse(await ask(on, path, body)) as { data: Made }).data;
}

async function callGateway(on: Machine, content: string): Promise<number> {
  const { gateway_url, gateway_key } = connectionOf(on);
  const { status } = await fetch(`${gateway_url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': gateway_key, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'claude-haiku-4-5', max_tokens: 20, messages: [{ role: 'user', content }] }),
  });
  return status;
}

const METRICS = ['requests.v1', 'provider_spend.v1', 'tokens.v1', 'outcomes.v1', 'completion_rate.v1'];
const OVERVIEW = { schema: 1, shape: 'overview', scope: {}, display_tz: 'UTC' };

/** Questions about 20 different windows, each pinned to the first answer. */
async function pinnedQuestions(on: Machine, workspace: string): Promise<object[]> {
  const now = Date.now();
  const questions = Array.from({ length: 20 }, (_, number) => ({
    ...OVERVIEW,
    from: new Date(now - (number + 1) * 16 * 3_600_000).toISOString(),
    to: new Date(now).toISOString(),
    metrics: METRICS.slice(0, 1 + (number % METRICS.length)),
  }));
  return Promise.all(
    questions.map(async (question) => {
      const { read_context } = await make<{ read_context: string }>(on, `${workspace}/insights/query`, question);
      return { ...question, read_context };
    }),
  );
}

/** The visible state of reports, schedules and inbox, and the answers to the pinned questions. */
async function seen(on: Machine, workspace: string, questions: readonly object[]): Promise<string[]> {
  const lists = await Promise.all(
    ['reports', 'report-schedules', 'report-inbox', 'saved-views'].map((name) => ask(on, `${workspace}/${name}`)),
  );
  const reports = (JSON.parse(lists[0]!) as { data: { report_id: string }[] }).data;
  const runs = await Promise.all(
    reports.map(async ({ report_id: id }) => {
      const list = await ask(on, `/reports/${id}/runs`);
      const { data } = JSON.parse(list) as { data: { run_id: string }[] };
      return [list, ...(await Promise.all(data.map(({ run_id: one }) => ask(on, `/reports/${id}/runs/${one}`))))];
    }),
  );
  const answers = await Promise.all(questions.map((question) => ask(on, `${workspace}/insights/query`, question)));
  return [...lists, ...runs.flat(), ...answers];
}

/** Creates reports with their first runs, and a schedule that has delivered once. */
async function makeReports(on: Machine, workspace: string): Promise<void> {
  const view = await make<{ id: string }>(on, `${workspace}/saved-views`, {
    name: 'Two weeks',
    audience: 'team',
    time_intent: 'relative',
    relative_window_seconds: 1_209_600,
    display_tz: 'UTC',
    query: { ...OVERVIEW, metrics: METRICS.slice(0, 3) },
  });
  const { subject_id: me } = JSON.parse(await meOf(on)) as { subject_id: string };
  const names = ['First', 'Second', 'Third'];
  const made = await Promise.all(
    names.map((name) =>
      make<{ report: { report_id: string; revision: string } }>(on, `${workspace}/reports`, {
        name,
        saved_view_id: view.id,
        expected_view_revision: '1',
        recipient_subject_ids: [],
        evidence_refs: [],
      }),
    ),
  );
  const { report_id, revision } = made[0]!.report;
  await make(on, `${workspace}/report-schedules`, {
    report_id,
    expected_report_revision: revision,
    cadence: { mode: 'wall_clock', frequency: 'daily', local_time: '02:30', timezone: 'Europe/Berlin' },
    recipient_subject_ids: [me],
  });
  await makeScheduleDue(on);
  const isSettled = async (): Promise<boolean> => {
    const inbox = JSON.parse(await ask(on, `${workspace}/report-inbox`)) as { data: unknown[] };
    const states = await Promise.all(made.map(({ report }) => ask(on, `/reports/${report.report_id}/runs`)));
    return inbox.data.length === 1 && !states.some((text) => /"state":"(queued|running)"/.test(text));
  };
  await waitUntil(isSettled, 240);
}

async function meOf(on: Machine): Promise<string> {
  const { base_url, credentials } = connectionOf(on);
  const answer = await fetch(`${base_url}/me`, { headers: { authorization: `Bearer ${credentials.owner}` } });
  return JSON.stringify(((await answer.json()) as { data: object }).data);
}

/** Makes the schedule a day older, so that it is due. */
async function makeScheduleDue(on: Machine): Promise<void> {
  const client = new pg.Client({ connectionString: connectionOf(on).database_url });
  await client.connect();
  try {
    await client.query(`UPDATE report_schedules SET next_run_at = next_run_at - interval '1 day'`);
  } finally {
    await client.end();
  }
}

it('shows exactly the original’s data on another folder and account', { timeout: PATIENCE_MS }, async () => {
  const first = await machine('first');
  const stopFirst = await start(first);
  const workspace = `/workspaces/${connectionOf(first).workspace_id}`;
  await makeReports(first, workspace);
  const questions = await pinnedQuestions(first, workspace);

  // Calls continue while the backup is created.
  const done = new AbortController();
  const calling = (async (): Promise<Set<number>> => {
    const statuses = new Set<number>();
    for (let number = 0; !done.signal.aborted; number += 1) {
      statuses.add(await callGateway(first, `Hello ${number}`));
      // Calls without a pause would take a core from the backup.
      await pause(CALL_EVERY_MS, done.signal);
    }
    return statuses;
  })();
  const target = join(root, 'backups', 'one');
  const made = await backup(first, target);
  done.abort();
  expect([...(await calling)]).toEqual([200]);
  expect(made.stderr.replaceAll(/^copied .*\n/gm, '')).toBe('');
  expect(made.code).toBe(0);
  const original = await seen(first, workspace, questions);
  expect(original.length).toBe(4 + 3 + 4 + 20);
  await make(first, `${workspace}/saved-views`, {
    name: 'Made after the backup',
    audience: 'team',
    time_intent: 'relative',
    relative_window_seconds: 86_400,
    display_tz: 'UTC',
    query: { ...OVERVIEW, metrics: ['requests.v1'] },
  });
  const busy = await restore(first, target, '--replace');
  expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('Stop it, or choose another folder')]);
  await stopFirst();

  const second = await machine('second', asNobody());
  mkdirSync(second.folder);
  if (second.prefix.length > 0) spawnSync('chown', ['-R', '65534:65534', second.folder, join(root, 'backups')]);
  expect(await restore(second, target)).toMatchObject({ code: 0 });
  const again = await restore(second, target);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('A system already exists (')]);
  const stopSecond = await start(second);
  await waitUntil(async () => (await seen(second, workspace, questions)).length > 0, 240);
  expect(await seen(second, workspace, questions)).toEqual(original);
  expect(connectionOf(second).credentials).toEqual(connectionOf(first).credentials);
  expect(await callGateway(second, 'Hello')).toBe(200);
  await stopSecond();

  // A stopped system can also be backed up, and a system that is replaced is retained.
  const later = join(root, 'backups', 'two');
  expect(await backup(second, later)).toMatchObject({ code: 0 });
  expect(await restore(second, target, '--replace')).toMatchObject({ code: 0 });
  const kept = readdirSync(second.folder).filter((name) => name.includes('.replaced-'));
  expect(kept.map((name) => name.split('.replaced-')[0]).sort()).toEqual([
    'clickhouse',
    'connection.json',
    'demo',
    'journal',
    'postgres',
    'temporal',
  ]);
  const stopThird = await start(second);
  await waitUntil(async () => (await seen(second, workspace, questions)).length > 0, 240);
  expect(await seen(second, workspace, questions)).toEqual(original);
  await stopThird();

  // A damaged backup changes nothing.
  const file = join(later, 'journal', readdirSync(join(later, 'journal'))[0]!);
  appendFileSync(file, '\n');
  const third = await machine('third', second.prefix);
  mkdirSync(third.folder);
  if (third.prefix.length > 0) spawnSync('chown', ['65534:65534', third.folder]);
  const damaged = await restore(third, later);
  expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining('is damaged: journal/')]);
  expect(readdirSync(third.folder)).toEqual([]);
  expect(existsSync(`${later}.unfinished`)).toBe(false);
});
