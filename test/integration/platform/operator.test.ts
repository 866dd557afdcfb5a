import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOperatorCommand, type Row } from '../../../platform/commands/operator-commands.ts';
import { createAccessBindingStore } from '../../../store/access-bindings.ts';
import { createCredentialStore } from '../../../store/credentials.ts';
import { createTenancyNodeStore } from '../../../store/tenancy-nodes.ts';
import { createTenancyStore } from '../../../store/tenancy.ts';
import { openStoreWorld, type StoreWorld } from '../store/store-world.ts';

let world: StoreWorld;

beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
});
afterAll(() => world.close());

function run(command: string, values: Record<string, string> = {}): Promise<readonly Row[]> {
  const { pool, clock } = world;
  const ports = {
    clock,
    nodes: createTenancyNodeStore(pool, clock),
    bindings: createAccessBindingStore(pool, clock),
    credentials: createCredentialStore(pool, clock),
  };
  return runOperatorCommand(ports, command.split(' '), values);
}

/** Runs a command that answers one row, and returns one text of it. */
async function idFrom(command: string, member: string, values: Record<string, string>): Promise<string> {
  const [row] = await run(command, values);
  return row![member] as string;
}

describe('the operator command', () => {
  it('makes a tenancy from nothing whose new member is resolved with the access it was given', async () => {
    const organization = await idFrom('organization create', 'organization_id', { name: 'Acme' });
    const workspace = await idFrom('workspace create', 'workspace_id', { organization, name: 'Main' });
    const application = await idFrom('application create', 'application_id', { workspace, name: 'Shop' });
    const gateway = await idFrom('gateway create', 'gateway_id', { application, name: 'Edge' });
    const environment = await idFrom('environment create', 'environment_id', { gateway, name: 'production' });
    const subject = await idFrom('subject create', 'subject_id', { organization, name: 'Ada' });
    const actions = 'cost.read,metadata.read';
    const binding = await idFrom('binding create', 'binding_id', { subject, on: environment, actions });
    const token = await idFrom('credential create', 'token', { subject, class: 'management', name: 'laptop' });

    expect(await createCredentialStore(world.pool, world.clock).resolve(token)).toEqual({
      subjectId: subject,
      class: 'management',
    });
    expect(await createTenancyStore(world.pool).loadCaller(subject)).toMatchObject({
      organizationId: organization,
      authorityEpoch: '2',
      bindings: [
        { actions: ['metadata.read', 'cost.read'], block: { gatewayId: gateway, environmentId: environment } },
      ],
    });
    expect(await run('environment list', { gateway })).toEqual([
      {
        environment_id: environment,
        name: 'production',
        gateway_id: gateway,
        created_at: '2026-03-02T08:00:00.000Z',
      },
    ]);
    const [credential] = await run('credential list', { subject });
    expect(credential).not.toHaveProperty('token');
    await run('credential revoke', { credential: credential!['credential_id'] as string });
    expect(await createCredentialStore(world.pool, world.clock).resolve(token)).toBeUndefined();
    await run('binding remove', { binding });
    expect(await run('binding list', { subject })).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'organization destroy',
      {},
      'There is no operator command `organization destroy`; `npm run operator -- help` lists them.',
    ],
    ['toString', {}, 'There is no operator command `toString`; `npm run operator -- help` lists them.'],
    ['organization create', {}, '--name is missing.'],
    [
      'organization create',
      { name: 'a\u0007b' },
      '--name must be 1 to 120 characters, none of them a control character.',
    ],
    ['organization list', { name: 'x' }, '`organization list` takes no option --name.'],
    [
      'workspace create',
      { organization: 'org_x', name: 'x' },
      '--organization must be the id of one organization, as the list command shows it.',
    ],
    [
      'workspace create',
      { organization: 'org_00000000000000000000000009', name: 'x' },
      'There is no organization org_00000000000000000000000009.',
    ],
    [
      'binding create',
      { subject: 'sub_00000000000000000000000009', on: 't_00000000000000000000000009', actions: 'metadata.read,all' },
      '--actions must be a list, with commas and no repetition, of metadata.read, cost.read, content.read, comparisons.run, releases.deploy.',
    ],
    [
      'credential create',
      { subject: 'sub_00000000000000000000000009', class: 'root', name: 'x' },
      '--class must be one of management, runtime.',
    ],
    [
      'credential create',
      { subject: 'sub_00000000000000000000000009', class: 'runtime', name: 'x', 'expires-at': '2026-03-02T07:00:00Z' },
      '--expires-at must be an RFC 3339 instant in the future, such as 2030-01-31T08:00:00Z.',
    ],
  ])('turns down `%s` %j with one sentence', async (command, values, message) => {
    await expect(run(command, values)).rejects.toThrow(message);
  });

  it('prints JSON when asked, and one sentence with code 1 when it fails', async () => {
    const start = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', 'platform/commands/operator.ts', ...args], {
        env: { PATH: process.env['PATH'], TRUETALLY_DATABASE_URL: world.url },
      });
    const { stdout } = await start('organization', 'create', '--name', 'Printed', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'Printed' }]);
    await expect(start('organization', 'create', '--nmae', 'x')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: "Unknown option '--nmae'.\n",
    });
  });
});
