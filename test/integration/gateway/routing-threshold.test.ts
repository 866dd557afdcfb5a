import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import type { ConfigurationFile } from '../../../contracts/management/configuration-file.ts';
import { routingFingerprint } from '../../../contracts/quality/calibrations/routing-fingerprint.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createCalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import { createCalibrationStore } from '../../../store/quality/calibrations/calibration-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';
import { makeRoutingArtifact } from '../../../testing/quality/made-routing.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

const clock = { now: () => new Date() };
const folder = mkdtempSync(join(tmpdir(), 'truetally-threshold-'));
const configuration = join(folder, 'tokentriage.yaml');
const provider = createServer((request, response) => {
  void json(request).then((body) => {
    const { model } = body as { model: string };
    const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ model, choices: [{ message: { content: 'Hello.' } }], usage }));
  });
});

let database: TestDatabase;
let proxy: ProxyProcess;
let token: string;
let file: ConfigurationFile;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  await ensureDemoTenancy(database.pool, clock, undefined);
  ({ token } = await createVirtualKeyStore(database.pool, clock).mint({
    ...{ owner: 'team', label: 'test', environmentId: DEMO_TENANCY.environments.assistantProduction.environmentId },
    ...{ scopes: { models: [], providers: [], endpoints: [] }, allowsPassthrough: false, expiresAt: undefined },
  }));
  await new Promise<void>((resolve) => provider.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const text = `mode: route
providers:
  - { name: openai, wire: openai, base_url: "${url}", api_key_env: OPENAI_API_KEY, models: ["gpt-*"] }
routing:
  tiers: [{ name: simple, model: gpt-5-mini }, { name: complex, model: gpt-5 }]
  rules: [{ id: small, tier: simple, max_input_tokens: 1000 }]
  default_tier: complex
  affinity: { ttl: 0 }
`;
  file = parse(text) as ConfigurationFile;
  writeFileSync(configuration, text);
  proxy = await startProxyProcess({
    TRUETALLY_DATABASE_URL: database.url,
    TRUETALLY_DATA: folder,
    TRUETALLY_CONFIG: configuration,
    OPENAI_API_KEY: 'sk-provider-key',
  });
});

afterAll(async () => {
  expect(await proxy.end('SIGTERM')).toEqual([0, null]);
  provider.close();
  provider.closeAllConnections();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The tier of a call of about 200 input tokens. */
async function tierOfCall(): Promise<string | null> {
  const answer = await fetch(`${proxy.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: 'Word '.repeat(160) }] }),
  });
  await answer.text();
  return answer.headers.get('x-tt-decision');
}

async function activate(changes: Partial<RoutingArtifact>, expectedManifestVersion: number): Promise<void> {
  const { workspaceId } = DEMO_TENANCY;
  const calibrationId = newId('calibration');
  const artifact = makeRoutingArtifact({ id: calibrationId, workspace_id: workspaceId, ...changes });
  const result = { calibrationId, fitKey: calibrationId, workspaceId, kind: 'routing', outcome: { artifact } } as const;
  await createCalibrationFitStore(database.pool, clock).recordFit(result);
  const store = createCalibrationStore<RoutingArtifact>(database.pool, clock, 'routing');
  await store.activate({ calibrationId, expectedManifestVersion, actor: 'ops' });
}

it('a gateway uses an activated threshold from its next reload, and only for its routing block', async () => {
  const fingerprint = routingFingerprint(file.routing);
  expect(await tierOfCall()).toBe('simple');
  await activate({ fingerprint, threshold: 100 }, 0);
  expect(await tierOfCall()).toBe('simple');
  proxy.sendSignal('SIGHUP');
  await waitUntil(async () => (await tierOfCall()) === 'complex', 30);

  await activate({ threshold: 100 }, 1);
  proxy.sendSignal('SIGHUP');
  await waitUntil(async () => (await tierOfCall()) === 'simple', 30);
});
