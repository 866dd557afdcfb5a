import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { writtenRows } from '../../../testing/journal/written-events.ts';
import { openContentStore } from '../../../content/open-content-store.ts';
import { BUILD_VERSION } from '../../../runtime/telemetry/read-build-version.ts';
import { createVirtualKeyStore, type VirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';
import { startSpanReceiver, type SpanReceiver } from '../../../testing/span-receiver.ts';
import { AMPLE_SPACE } from '../../../testing/ample-space.ts';
import { openQueuedConnections } from '../../../testing/processes/queued-connections.ts';
import { runToEnd } from '../../../testing/processes/run-to-end.ts';

const KILLS = 3;
const CALLERS = 8;
const CHANGES = 10;
const BUILD = { version: BUILD_VERSION, commit: '5ef0e29b00000000000000000000000000000000' };

const clock = { now: () => new Date() };
const folder = mkdtempSync(join(tmpdir(), 'truetally-proxy-'));
const configuration = join(folder, 'tokentriage.yaml');
const content = join(folder, 'content');
const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
const PLAIN = JSON.stringify({ model: 'gpt-5-mini', choices: [{ message: { content: 'Hello.' } }], usage });
const FRAMES = [
  ...['Hel', 'lo', '.'].map((content) => ({ model: 'gpt-5-mini', choices: [{ delta: { content } }] })),
  { model: 'gpt-5-mini', choices: [{ delta: {}, finish_reason: 'stop' }] },
  { model: 'gpt-5-mini', choices: [], usage },
].map((frame) => `data: ${JSON.stringify(frame)}\n\n`);
const STREAMED = [...FRAMES, 'data: [DONE]\n\n'].join('');
const provider = createServer((request, response) => {
  void text(request).then((body) => {
    const isStreamed = body.includes('"stream":true');
    response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' });
    if (isStreamed) void stream(response);
    else response.end(PLAIN);
  });
});

/** Sends each frame in a separate turn, so that the gateway is killed in the middle of some streams. */
async function stream(response: ServerResponse): Promise<void> {
  for (const frame of FRAMES) {
    response.write(frame);
    await nextTurn();
  }
  response.end('data: [DONE]\n\n');
}

let database: TestDatabase;
let keys: VirtualKeyStore;
let proxy: ProxyProcess;
let env: Record<string, string>;
let receiver: SpanReceiver;

beforeAll(async () => {
  receiver = await startSpanReceiver();
  database = await createTestDatabase(inject('databaseUrl'));
  await ensureDemoTenancy(database.pool, clock, undefined);
  keys = createVirtualKeyStore(database.pool, clock);
  await new Promise<void>((resolve) => provider.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const entry = `{ name: openai, wire: openai, base_url: "${url}", api_key_env: OPENAI_API_KEY, models: ["gpt-*"], priced_as: openai }`;
  const capture = `{ request: true, response: true, path: ${JSON.stringify(content)} }`;
  writeFileSync(configuration, `providers: [${entry}]\ndashboard: { capture: ${capture} }\n`);
  env = {
    TRUETALLY_DATABASE_URL: database.url,
    TRUETALLY_DATA: folder,
    TRUETALLY_CONFIG: configuration,
    OPENAI_API_KEY: 'sk-provider-key',
    TRUETALLY_LOG_LEVEL: 'info',
    TRUETALLY_COMMIT: BUILD.commit,
    TRUETALLY_OTLP_URL: receiver.url,
  };
  proxy = await startProxyProcess(env);
});

afterAll(async () => {
  expect(await proxy.end('SIGTERM')).toEqual([0, null]);
  provider.close();
  provider.closeAllConnections();
  receiver.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function mint(): Promise<{ keyId: string; token: string }> {
  const { environmentId } = DEMO_TENANCY.environments.assistantProduction;
  const scopes = { models: [], providers: [], endpoints: [] };
  return keys.mint({
    owner: 'team',
    label: 'test',
    environmentId,
    scopes,
    allowsPassthrough: false,
    expiresAt: undefined,
  });
}

function ask(token: string, isStreamed = false, messages: readonly unknown[] = []): Promise<Response> {
  return fetch(`${proxy.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'gpt-5-mini', messages, stream: isStreamed, ...(isStreamed && WITH_USAGE) }),
    // A caller that did not detect its killed connection would wait permanently.
    signal: AbortSignal.timeout(20_000),
  });
}

function isWhole(answer: string): boolean {
  return answer === PLAIN || answer === STREAMED;
}

/** The models that the list shows by name. */
async function modelsOf(token: string): Promise<string[]> {
  const answer = await fetch(`${proxy.origin}/v1/models`, { headers: { 'x-api-key': token } });
  const { data = [] } = (await answer.json()) as { data?: { id: string }[] };
  return data.map(({ id }) => id);
}

const WITH_USAGE = { stream_options: { include_usage: true } };

/** The event names in the journal, by request. */
function journalRows(): ReadonlyMap<string, string[]> {
  const rows = [...writtenRows(join(folder, 'journal'))];
  return new Map(rows.map(([requestId, events]) => [requestId, events.map(({ event }) => event)]));
}

function admittedAtOf(requestId: string): string {
  const [event] = writtenRows(join(folder, 'journal')).get(requestId) ?? [];
  if (event?.event !== 'request_admitted') throw new Error(`${requestId} has no row.`);
  return event.admitted_at;
}

it('states version and commit in the first line of its log and at /healthz', async () => {
  expect(JSON.parse(await proxy.firstLine)).toMatchObject({ process: 'proxy', ...BUILD, msg: 'the process starts' });
  const health = (await (await fetch(`${proxy.origin}/healthz`)).json()) as { longest_stall_ms: number };
  expect(health).toEqual({ status: 'alive', ...BUILD, longest_stall_ms: health.longest_stall_ms });
});

it('accepts a thousand connections into its queue immediately, and then answers', async () => {
  proxy.sendSignal('SIGSTOP');
  const queued = await openQueuedConnections(proxy.origin);
  proxy.sendSignal('SIGCONT');
  queued.close();
  expect((await fetch(`${proxy.origin}/healthz`)).status).toBe(200);
});

it('accepts a minted key, and refuses a revoked one within 30 s', async () => {
  const { token, keyId } = await mint();
  await expect.poll(async () => (await ask(token)).status).toBe(200);
  await keys.revoke(keyId);
  await expect.poll(async () => (await ask(token)).status, { timeout: 30_000 }).toBe(401);
});

it('uses its configuration file as it changes, and the previous one if that has faults', async () => {
  const { token } = await mint();
  const models = (): Promise<string[]> => modelsOf(token);
  const before = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, before.replace('["gpt-*"]', '["gpt-*", gpt-changed]'));
  await expect.poll(models).toEqual(['gpt-changed']);
  writeFileSync(configuration, before.replace('["gpt-*"]', '["gpt-*", gpt-new]'));
  proxy.sendSignal('SIGHUP');
  await expect.poll(models).toEqual(['gpt-new']);
  writeFileSync(configuration, `${before}mod: route\n`);
  proxy.sendSignal('SIGHUP');
  const whole = (await ask(token)).status;
  expect([whole, await models()]).toEqual([200, ['gpt-new']]);
  writeFileSync(configuration, before);
  await expect.poll(models).toEqual([]);
  expect((await ask(token)).status).toBe(200);
});

it('interrupts no call in flight while its configuration changes', async () => {
  const { token } = await mint();
  await expect.poll(async () => (await ask(token)).status).toBe(200);
  const before = readFileSync(configuration, 'utf8');
  let isOver = false;
  const answers: string[] = [];
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    while (!isOver) {
      const answer = await ask(token, caller % 2 === 0);
      answers.push(isWhole(await answer.text()) ? String(answer.status) : `${answer.status}, and interrupted`);
    }
  });
  for (let change = 1; change <= CHANGES; change += 1) {
    writeFileSync(configuration, before.replace('["gpt-*"]', `["gpt-*", gpt-${change}]`));
    proxy.sendSignal('SIGHUP');
    await expect.poll(() => modelsOf(token)).toEqual([`gpt-${change}`]);
  }
  isOver = true;
  await Promise.all(callers);
  writeFileSync(configuration, before);
  await expect.poll(() => modelsOf(token)).toEqual([]);
  expect(answers.length).toBeGreaterThan(CHANGES * CALLERS);
  expect(answers.filter((answer) => answer !== '200')).toEqual([]);
});

it('reads a large body in a thread of its program', async () => {
  const { token } = await mint();
  await expect.poll(async () => (await ask(token)).status).toBe(200);
  const answer = await ask(token, false, [{ role: 'user', content: 'Hello? '.repeat(400_000) }]);
  expect([answer.status, await answer.text()]).toEqual([200, PLAIN]);
});

it('stores the content of a call under the key that judges and people look up', async () => {
  const { token } = await mint();
  await expect.poll(async () => (await ask(token)).status).toBe(200);
  const requestId = (await ask(token)).headers.get('x-tt-request-id') ?? '';
  const settings = { request: true, response: true, ttlMs: 0, path: content };
  const { workspaceId } = DEMO_TENANCY;
  const admittedAt = new Date(admittedAtOf(requestId));
  const words = { request: '[]', response: 'Hello.' };
  await expect
    .poll(() => openContentStore(settings, clock, AMPLE_SPACE).find({ workspaceId, requestId, admittedAt }))
    .toEqual({ workspaceId, requestId, admittedAt, ...words });
});

it('sends the spans of its calls, including those of the last second before its end', async () => {
  const { token } = await mint();
  await expect.poll(async () => (await ask(token)).status).toBe(200);
  const requestId = (await ask(token)).headers.get('x-tt-request-id');
  expect(await proxy.end('SIGTERM')).toEqual([0, null]);
  proxy = await startProxyProcess(env);
  const call = receiver.spans.find(({ attributes }) => attributes['truetally.request_id'] === requestId);
  expect([call?.service, call?.name]).toEqual(['truetally-gateway', 'POST /v1/chat/completions']);
  const below = receiver.spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(below.map(({ name }) => name)).toEqual(['model.chat_completions']);
});

it('that is killed under load has the row of each answer that began, once', async () => {
  const { token } = await mint();
  await expect.poll(async () => (await ask(token)).status).toBe(200);
  const begun = new Set<string>();
  const ended = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    let isDown = false;
    let answers = 0;
    const enough = 40 + kill * 37;
    let onEnough: () => void = () => undefined;
    const loaded = new Promise<void>((resolve) => (onEnough = resolve));
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      while (!isDown) {
        const answer = await ask(token, caller % 2 === 0).catch(() => undefined);
        const id = answer?.headers.get('x-tt-request-id');
        if (answer?.status !== 200 || id === null || id === undefined) continue;
        begun.add(id);
        answers += 1;
        if (answers === enough) onEnough();
        if (await answer.text().then(isWhole, () => false)) ended.add(id);
      }
    });
    await loaded;
    expect(await proxy.end('SIGKILL')).toEqual([null, 'SIGKILL']);
    isDown = true;
    await Promise.all(callers);
    proxy = await startProxyProcess(env);
  }
  const rows = journalRows();
  const count = (id: string, event: string): number => rows.get(id)?.filter((name) => name === event).length ?? 0;
  expect(begun.size).toBeGreaterThan(KILLS * CALLERS);
  expect([...begun].filter((id) => count(id, 'request_admitted') !== 1)).toEqual([]);
  expect([...ended].filter((id) => count(id, 'request_terminal') !== 1 || count(id, 'cost_effect') !== 1)).toEqual([]);
});

it('does not start without providers, nor without the key that a provider names', async () => {
  const { OPENAI_API_KEY: key, ...without } = env;
  expect(key).toBeDefined();
  expect(await runToEnd('proxy/main.ts', [], without)).toMatchObject({
    code: 1,
    stderr: 'truetally: OPENAI_API_KEY contains no key, and the provider openai names it in api_key_env.\n',
  });
  const { TRUETALLY_CONFIG: file, ...unconfigured } = env;
  expect(file).toBe(configuration);
  expect(await runToEnd('proxy/main.ts', [], unconfigured)).toMatchObject({
    code: 1,
    stderr:
      'truetally: The gateway needs a configuration file with `providers`. Write one by the example in docs/gateway.md.\n',
  });
});
