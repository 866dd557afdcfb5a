import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { makeSpan, CHAT_ATTRIBUTES, makeTraces } from '../../testing/ingest/made-spans.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { requestEvents } from '../integration/ingest/support/ingest-world.ts';
import { askLane } from './ask-lane.ts';
import type { EarlierSystem } from './earlier-system.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const DAY_MS = 86_400_000;
const PATIENCE_SECONDS = 300;
/** The key that the playback provider of `npm start` accepts. */
const PLAYBACK_KEY = 'played-back';

/** Fills a system as users and senders would: traffic from three sources, reports, a schedule, comparisons, keys. */
export async function fillSystem(system: EarlierSystem, report: (line: string) => void): Promise<void> {
  await makeKeys(system);
  await sendTraffic(system);
  report('traffic is sent');
  await makeReports(system);
  report('reports are made');
  await compare(system);
  report('routes are compared');
  await waitUntil(async () => {
    const judges = await askLane(system, 'management', { method: 'GET', path: '/v1/evals/judges' });
    return JSON.stringify(judges.answer).includes('"promoted"');
  }, PATIENCE_SECONDS);
}

async function makeKeys(system: EarlierSystem): Promise<void> {
  const environment = system.connection.environment_ids[0] ?? '';
  const mint = (owner: string, ...more: string[]) =>
    system.operator('keys', 'mint', '--owner', owner, '--environment', environment, '--label', `${owner} key`, ...more);
  await mint('support', '--models', 'claude-haiku-4-5', '--endpoints', 'messages');
  const [revoked] = await mint('batch', '--expiry', '9600h');
  await system.operator('keys', 'revoke', '--key', revoked?.['key_id'] ?? '');
}

/** Sends events, spans and LiteLLM entries for the first environment. */
async function sendTraffic(system: EarlierSystem): Promise<void> {
  const { organization_id, workspace_id, environments } = system.connection;
  const [place] = environments;
  if (place === undefined) throw new Error('The system has no environment.');
  const days = [2, 3, 4].map((back) => Date.now() - back * DAY_MS);
  const events = days.flatMap((at, number) =>
    requestEvents({ organization_id, workspace_id, ...place }, number).map((event) => moved(event, at)),
  );
  const send = (path: string, body: object) =>
    askLane(system, 'environment', { method: 'POST', path: `/traffic${path}`, body });
  await send('', events);
  const spans = days.map((at, number) =>
    makeSpan(CHAT_ATTRIBUTES, {
      spanId: `00f067aa0ba9020${number}`,
      startTimeUnixNano: `${at}000000`,
      endTimeUnixNano: `${at + 1_500}000000`,
    }),
  );
  await send('/otlp/v1/traces', makeTraces(...spans));
  const log = join(PROJECT, 'test/unit/contracts/ingest/litellm/recorded-log.json');
  await send('/litellm', JSON.parse(readFileSync(log, 'utf8')) as object);
}

/** The same event at another instant. */
function moved(event: object, at: number): object {
  const instant = new Date(at).toISOString();
  const members = Object.entries(event).map(([name, value]) => [
    name,
    name.endsWith('_at') ? instant : (value as unknown),
  ]);
  return Object.fromEntries(members) as object;
}

/** Creates three reports with a run each, and a schedule that has delivered once. */
async function makeReports(system: EarlierSystem): Promise<void> {
  const make = async (path: string, body: object) =>
    (await askLane(system, 'workspace', { method: 'POST', path, body })).answer as { data: Record<string, unknown> };
  const { data: view } = await make('/saved-views', {
    name: 'Two weeks',
    audience: 'team',
    time_intent: 'relative',
    relative_window_seconds: 1_209_600,
    display_tz: 'UTC',
    query: {
      schema: 1,
      shape: 'overview',
      scope: {},
      display_tz: 'UTC',
      metrics: ['requests.v1', 'provider_spend.v1'],
    },
  });
  const reports: { report_id: string; revision: string }[] = [];
  for (const name of ['First', 'Second', 'Third']) {
    const { data } = await make('/reports', {
      name,
      saved_view_id: view['id'],
      expected_view_revision: '1',
      recipient_subject_ids: [],
      evidence_refs: [],
    });
    reports.push(data['report'] as { report_id: string; revision: string });
  }
  const me = await askLane(system, 'customer', { method: 'GET', path: '/me' });
  await make('/report-schedules', {
    report_id: reports[0]?.report_id,
    expected_report_revision: reports[0]?.revision,
    cadence: { mode: 'wall_clock', frequency: 'daily', local_time: '02:30', timezone: 'Europe/Berlin' },
    recipient_subject_ids: [(me.answer as { data: { subject_id: string } }).data.subject_id],
  });
  // This makes the schedule a day older.
  const client = new pg.Client({ connectionString: system.connection.database_url });
  await client.connect();
  await client.query(`UPDATE report_schedules SET next_run_at = next_run_at - interval '1 day'`);
  await client.end();
  await waitUntil(async () => {
    const inbox = await askLane(system, 'workspace', { method: 'GET', path: '/report-inbox' });
    const runs = await Promise.all(
      reports.map(({ report_id: id }) =>
        askLane(system, 'organization', { method: 'GET', path: `/reports/${id}/runs` }),
      ),
    );
    const isSettled = !/"state":"(queued|running)"/.test(JSON.stringify(runs));
    return isSettled && (inbox.answer as { data: unknown[] }).data.length === 1;
  }, PATIENCE_SECONDS);
}

/** Runs the example of comparisons once with labels and once with a judge. */
async function compare(system: EarlierSystem): Promise<void> {
  const data = system.env['TRUETALLY_DATA'] ?? '';
  const { workspace_id: workspace, environment_ids: environments } = system.connection;
  const answers = join(system.checkout, 'examples/comparison/answers.jsonl');
  const provider = await playBack(system, answers);
  const key = join(data, 'playback-key');
  writeFileSync(key, PLAYBACK_KEY, { mode: 0o600 });
  const models = {
    inference: 'claude-haiku-4-5=claude-haiku,claude-sonnet-4-5=claude-sonnet',
    judging: 'gpt-4o=gpt-4o',
  };
  const connect = async (name: string, kind: string, endpoint: string, uses: keyof typeof models): Promise<string> => {
    const [added] = await system.operator(
      ...['connection', 'add', '--name', name, '--provider', kind, '--endpoint', endpoint, '--key-file', key],
      ...['--models', models[uses], '--uses', uses, '--on', workspace],
    );
    return added?.['connection_id'] ?? '';
  };
  const inference = await connect('Playback', 'anthropic', provider.origin, 'inference');
  const judge = await connect('Judge', 'openai', `${provider.origin}/v1`, 'judging');
  await system.operator('budget', 'set', '--workspace', workspace, '--limit-usd', '5');
  const target = join(data, 'target.json');
  const parameters = { max_output_tokens: 200 };
  writeFileSync(
    target,
    JSON.stringify({ connection_id: inference, model: 'claude-haiku-4-5', system: '', parameters }),
  );
  const route = ['route', 'create', '--environment', environments[0] ?? '', '--name', 'answers', '--target', target];
  await system.operator(...route);
  const example = ['--import', 'tsx', 'examples/comparison/compare.ts', '--connection', join(data, 'connection.json')];
  await system.run(...example);
  await system.run(...example, '--judge', judge);
  await provider.end();
}

/**
 * Makes forty calls on each of three earlier days, through a gateway with a clock in the past and the settings of the
 * demo's gateway.
 */
export async function callOnEarlierDays(system: EarlierSystem): Promise<void> {
  const data = system.env['TRUETALLY_DATA'] ?? '';
  const port = Number(system.env['TRUETALLY_PLAYBACK_PORT']);
  const provider = await playBack(system, join(data, 'playback', 'answers.jsonl'), port);
  for (const back of [3, 2, 1]) {
    const gateway = await startProgram(system, 'proxy/main.ts', [], {
      SHIFT_MS: String(-back * DAY_MS),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shifted-clock.mjs')}`,
      TRUETALLY_CONFIG: join(data, 'playback', 'playback.yaml'),
      PLAYBACK_KEY,
    });
    const origin = system.connection.gateway_url;
    await waitUntil(async () => (await fetch(`${origin}/readyz`)).ok, PATIENCE_SECONDS);
    for (let number = 0; number < 40; number += 1) await callGateway(system, system.connection.gateway_key, number);
    await gateway.end();
  }
  await provider.end();
}

/** Makes calls with a key under limits until they exceed one of the limits. */
export async function callAsLimited(system: EarlierSystem): Promise<void> {
  const environment = system.connection.environment_ids[0] ?? '';
  const mint = ['keys', 'mint', '--owner', 'search', '--environment', environment, '--label', 'search key'];
  const [{ token = '' } = {}] = await system.operator(...mint);
  // The gateway reads its keys every five seconds.
  await waitUntil(async () => (await callGateway(system, token, 0)) === 200, PATIENCE_SECONDS);
  for (let number = 1; number < 60; number += 1) await callGateway(system, token, number);
  await callGateway(system, 'ttk_unknown', 0);
}

/** Makes one call, whose form depends on its number. @returns the status */
async function callGateway(system: EarlierSystem, key: string, number: number): Promise<number> {
  const isChat = number % 3 === 0;
  const content = number % 4 === 0 ? 'Hello' : `What is ${number} plus ${number}?`;
  const answer = await fetch(`${system.connection.gateway_url}/v1/${isChat ? 'chat/completions' : 'messages'}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({
      model: number % 20 === 19 ? 'no-such-model' : isChat ? 'gpt-5-mini' : 'claude-haiku-4-5',
      max_tokens: 20,
      stream: number % 5 === 0,
      messages: [{ role: 'user', content }],
    }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

interface Running {
  end(): Promise<void>;
}

/** Starts the playback provider of the earlier version. */
async function playBack(system: EarlierSystem, answers: string, given?: number): Promise<Running & { origin: string }> {
  const [port = 0] = given === undefined ? await freePorts(1) : [given];
  const running = await startProgram(system, 'providers/playback/main.ts', [answers, '--port', String(port)]);
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${origin}/playback/bill`)).ok, PATIENCE_SECONDS);
  return { ...running, origin };
}

function startProgram(
  { checkout, env, connection }: EarlierSystem,
  main: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], {
    cwd: checkout,
    env: { ...env, TRUETALLY_DATABASE_URL: connection.database_url, ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  return Promise.resolve({
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  });
}
