/**
 * Sends the complete system all requests that the descriptions of its two lanes permit, and requests that they do not
 * permit. It checks every answer against the descriptions. Usage: `npm run schemathesis [-- options of "schemathesis
 * run"]`. It exits with 1 after any failure, and needs Python 3.10 or newer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { createTruetallyClient, type TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { SCOPES } from '../../domain/management/scopes.ts';
import { createProgram } from '../../runtime/commands/program.ts';
import { createManagementTokenStore } from '../../store/management/management-token-store.ts';
import { createNamedUsers } from '../../testing/store/named-users.ts';
import { createPasswordHasher } from '../../store/management/password-hasher.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { createCrashClient } from '../../testing/scenarios/crash-client.ts';
import { startDemoSystem } from '../../testing/processes/demo-system.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { ensurePythonTool } from '../../testing/python-tool.ts';
import { createSystemWorld, type SystemWorld } from '../../testing/processes/system-world.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { furnishPlane } from './furnish-plane.ts';

const VERSION = '4.32.5';

/** Milliseconds from the creation of the schedule to its first instant. */
const DUE_IN_MS = 3_000;

/** The configuration that enables every optional part of the management plane. */
const CONFIGURATION = (folder: string): string => `
dashboard:
  capture: { request: true, response: true, path: ${JSON.stringify(join(folder, 'content'))} }
evals:
  outcomes: { api_enabled: true, otel_ingest: true }
  annotation_queue: { enabled: true }
  calibration: { quality: { enabled: true, confidence: 0.9 } }
cache: { enabled: true }
governance: { limits: [{ id: all-day, node: organization, requests: 1000, per: day }] }
`;

/** The user in the examples of the description. */
const USER = { name: 'ada', password: 'correct horse battery staple' };

/**
 * Creates a report that is due immediately and repeatedly. Returns the ids of its schedule, its first occurrence, and
 * its delivered item.
 */
async function makeScheduled(client: TruetallyClient, owner: string): Promise<Record<string, string>> {
  const { data: view } = await client.savedViews.create({
    name: 'Fuzzed day',
    audience: 'team',
    query: { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] },
    time_intent: 'relative',
    relative_window_seconds: 86_400,
    display_tz: 'UTC',
  });
  const { report } = (
    await client.reports.create({
      name: 'Fuzzed day',
      saved_view_id: view.id,
      expected_view_revision: view.revision,
      recipient_subject_ids: [],
    })
  ).data;
  const anchor = new Date(Date.now() + DUE_IN_MS).toISOString();
  const { data: schedule } = await client.reportSchedules.create({
    report_id: report.report_id,
    expected_report_revision: report.revision,
    cadence: { mode: 'interval', frequency: 'hourly', anchor },
    recipient_subject_ids: [owner],
  });
  const items = async () => (await client.reportInbox.list({ limit: 1 }).page()).items;
  await waitUntil(async () => (await items()).length > 0, 120);
  const [item] = await items();
  return { schedule: schedule.schedule_id, occurrence: item?.source_id ?? '', delivery: item?.delivery_id ?? '' };
}

/** Creates a service and a credential. Returns their ids, and that of the operation that minted the credential. */
async function makeService(client: TruetallyClient): Promise<Record<string, string>> {
  const { environmentId, gatewayId } = DEMO_TENANCY.environments.assistantProduction;
  const { data: service } = await client.serviceIdentities.create({ name: 'Fuzzed service' });
  const { data } = await client.serviceCredentials.create(service.service_id, {
    environment_id: environmentId,
    gateway_ids: [gatewayId],
    label: 'fuzzed',
  });
  const { credential_id: credential, operation_id: operation } = data.credential;
  return { service: service.service_id, credential, operation };
}

/**
 * Creates a tenancy, traffic, a saved view, a report that has run, a scheduled report, a service, and the resources of
 * the management plane. Returns their ids for Schemathesis.
 */
async function furnish(world: SystemWorld, pool: pg.Pool, origin: string): Promise<Record<string, string>> {
  const { token, runtimeToken, window } = await startDemoSystem(world, pool);
  const clock = { now: () => new Date() };
  const rights = { label: 'fuzzed', role: 'admin', scopes: SCOPES, expiresAt: undefined } as const;
  const { token: managementToken } = await createManagementTokenStore(pool, clock).make(rights);
  const passwordHash = await createPasswordHasher().hash(USER.password);
  await createNamedUsers(pool, clock).add({ name: USER.name, role: 'viewer', passwordHash });
  const { organizationId, workspaceId, environments } = DEMO_TENANCY;
  const { applicationId, gatewayId, environmentId } = environments.assistantProduction;
  const client = createCrashClient({ baseUrl: world.baseUrl, token, organizationId, workspaceId });
  const view = await client.createView('Fuzzed view', window);
  const run = await client.createReport(view, 'fuzzed');
  await waitUntil(async () => ['ready', 'partial'].includes((await client.run(run)).state), 120);
  const customer = createTruetallyClient({ baseUrl: world.baseUrl, token, organizationId, workspaceId });
  const plane = { pool, journalFolder: world.journalFolder, origin, token: managementToken, user: USER, customer };
  return {
    token,
    runtimeToken,
    managementToken,
    ...(await makeScheduled(customer, DEMO_TENANCY.subjects.owner)),
    ...(await makeService(customer)),
    ...(await furnishPlane({ ...plane, runId: run.run_id })),
    organization: organizationId,
    workspace: workspaceId,
    application: applicationId,
    gateway: gatewayId,
    environment: environmentId,
    view,
    report: run.report_id,
    run: run.run_id,
  };
}

async function withPool<Result>(databaseUrl: string, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Writes the settings with the ids of this system in place of their names. */
function writeSettings(folder: string, name: string, ids: Readonly<Record<string, string>>): string {
  const template = readFileSync(join(import.meta.dirname, name), 'utf8');
  const file = join(folder, name);
  writeFileSync(
    file,
    template.replaceAll(/\$\{(\w+)\}/g, (_name, id: string) => ids[id] ?? ''),
  );
  return file;
}

/** Prints the errors of the API, to which its answers refer by the ids of their requests. */
function printErrors(logFile: string): void {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  for (const line of lines.filter((one) => one.includes('"level":50')).slice(-20)) console.log(line);
}

async function main(options: readonly string[]): Promise<number> {
  const command = ensurePythonTool('schemathesis', VERSION);
  const [managementPort = 0] = await freePorts(1);
  const folder = mkdtempSync(join(tmpdir(), 'truetally-schemathesis-'));
  const configuration = join(folder, 'tokentriage.yaml');
  writeFileSync(configuration, CONFIGURATION(folder));
  const world = await createSystemWorld({
    namespace: 'truetally-schemathesis',
    env: {
      TRUETALLY_MANAGEMENT_PORT: String(managementPort),
      TRUETALLY_CONFIG: configuration,
      TRUETALLY_KEY_TEAMS: 'on',
    },
    report: (line) => console.log(line),
  });
  try {
    const management = `http://127.0.0.1:${managementPort}`;
    const ids = await withPool(world.databaseUrl, (pool) => furnish(world, pool, management));
    const described = {
      'customer.toml': `${new URL(world.baseUrl).origin}/openapi.json`,
      'management.toml': `${management}/tt/api/openapi.json`,
    };
    let failures = 0;
    for (const [name, url] of Object.entries(described)) {
      const settings = writeSettings(folder, name, ids);
      const args = ['--config-file', settings, 'run', url, ...options];
      const run = spawn(command, args, { cwd: folder, stdio: 'inherit' });
      const [code] = (await once(run, 'exit')) as [number | null];
      if (code !== 0) failures += 1;
    }
    if (failures > 0) printErrors(join(dirname(world.journalFolder), 'api.log'));
    return failures === 0 ? 0 : 1;
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const { args } = createProgram(
  'npm run schemathesis --',
  'Attacks a running system with requests from its OpenAPI documents. Needs Python 3.10 or newer.',
)
  .argument('[options...]', 'options of `schemathesis run`')
  .allowUnknownOption()
  .parse();
process.exitCode = await main(args);
