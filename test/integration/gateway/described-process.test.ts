import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { BUILD_VERSION } from '../../../runtime/telemetry/read-build-version.ts';
import { createGatewayFleetStore, type GatewayFleetStore } from '../../../store/installation/gateway-fleet-store.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { startProxyProcess, type ProxyProcess } from '../../../testing/processes/proxy-process.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

const SECRET = 'sk-provider-key';
const ENTRY =
  '{ name: openai, wire: openai, base_url: "http://127.0.0.1:9/v1", api_key_env: OPENAI_API_KEY, models: ["gpt-*"] }';
const FIRST = `# The key was ${SECRET}.\nproviders: [${ENTRY}]\n`;
const SECOND = `# Tried.\nproviders: [${ENTRY}]\n`;

const folder = mkdtempSync(join(tmpdir(), 'truetally-fleet-'));
const configuration = join(folder, 'tokentriage.yaml');

let database: TestDatabase;
let fleet: GatewayFleetStore;
let proxy: ProxyProcess;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  fleet = createGatewayFleetStore(database.pool, { now: () => new Date() });
  writeFileSync(configuration, FIRST);
  proxy = await startProxyProcess({
    TRUETALLY_DATABASE_URL: database.url,
    TRUETALLY_DATA: folder,
    TRUETALLY_CONFIG: configuration,
    TRUETALLY_COMMIT: '5ef0e29b00000000000000000000000000000000',
    OPENAI_API_KEY: SECRET,
  });
});

afterAll(async () => {
  expect(await proxy.end('SIGTERM')).toEqual([0, null]);
  const [gone] = await fleet.list({ state: undefined, after: undefined, limit: 2 });
  expect(gone?.state).toBe('ended');
  await database.drop();
  rmSync(folder, { recursive: true });
});

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

async function describedWith(digest: string): Promise<boolean> {
  const [process] = await fleet.list({ state: 'live', after: undefined, limit: 2 });
  return process?.configurationDigest === digest;
}

it('states its host, its build and its file without secrets, and the next file after a reload', async () => {
  await waitUntil(() => describedWith(digestOf(FIRST)), 60);
  const [process, ...others] = await fleet.list({ state: 'live', after: undefined, limit: 2 });
  expect(others).toEqual([]);
  expect(process).toMatchObject({
    ...{ hostName: hostname(), version: BUILD_VERSION, buildCommit: '5ef0e29b00000000000000000000000000000000' },
  });
  const processId = process?.processId ?? '';
  expect(processId).toMatch(/^proxy-[0-9a-f-]{36}$/);
  expect(await fleet.configurationOf(processId)).toMatchObject({
    content: `# The key was [redacted].\nproviders: [${ENTRY}]\n`,
    redactions: 1,
  });

  writeFileSync(configuration, SECOND);
  await waitUntil(() => describedWith(digestOf(SECOND)), 60);
  expect(await fleet.configurationOf(processId)).toMatchObject({ content: SECOND, redactions: 0 });
});
