import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_CREDENTIALS_IN_FORCE } from '../../../domain/tenancy/identity-limits.ts';
import type { Action } from '../../../domain/tenancy/actions.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { CREDENTIAL_COMMANDS } from '../../../operator/commands/credential-commands.ts';
import { SERVICE_IDENTITY_COMMANDS } from '../../../operator/commands/service-identity-commands.ts';
import { createOperatorStores } from '../../../operator/operator-stores.ts';
import { auditCommand } from '../../../runtime/commands/audit-command.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { createTokenResolver } from '../../../store/tenancy/token-resolver.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../testing/store/store-world.ts';

const START = '2026-03-02T08:00:00.000Z';

let world: StoreWorld;
let place: Tenancy;
beforeAll(async () => {
  world = await openStoreWorld(START);
});
beforeEach(async () => {
  world.clock.set(START);
  place = await makeTenancy(world);
});
afterAll(() => world.close());

const COMMANDS = { ...CREDENTIAL_COMMANDS, ...SERVICE_IDENTITY_COMMANDS };

/** Runs a command as the operator program does: inside the audit. */
function run(name: string, values: Record<string, string>): Promise<readonly CommandRow[]> {
  const ports = { ...createOperatorStores(world.pool, world.clock), clock: world.clock };
  return auditCommand(ports.audit, { name, values, operator: 'ada' }, async () =>
    COMMANDS[name]!.run(ports, values, world.clock.now()),
  );
}

/** Allows the owner of the workspace actions in the environment. */
async function allow(...actions: Action[]): Promise<void> {
  const { ownerId: subjectId, environmentId: nodeId } = place;
  await createAccessBindingStore(world.pool, world.clock).create({ subjectId, nodeId, actions });
}

async function makeService(): Promise<string> {
  const { workspaceId: workspace, ownerId: subject } = place;
  const [service] = await run('service-identity create', { workspace, subject, name: 'Checkout' });
  return service!['service_id'] as string;
}

/** The options that create a runtime credential of a service. */
function options(service: string, more: Record<string, string> = {}): Record<string, string> {
  const { ownerId: subject, environmentId: environment } = place;
  return { subject, class: 'runtime', environment, name: 'verdicts', service, ...more };
}

const resolve = (token: string) => createTokenResolver(world.pool, world.clock).resolve(token);

describe('a service identity of the operator', () => {
  it('is created for a subject with `keys.manage`, and listed', async () => {
    await allow('keys.manage');
    const { workspaceId: workspace, ownerId: subject } = place;
    const [created] = await run('service-identity create', { workspace, subject, name: 'Checkout' });
    expect(created).toEqual({
      service_id: expect.stringMatching(/^svc_/) as string,
      name: 'Checkout',
      workspace_id: workspace,
      created_by: subject,
      created_at: START,
    });
    expect(await run('service-identity list', { workspace })).toEqual([created]);
  });

  it('is refused without `keys.manage`, for an unknown subject and in an unknown workspace', async () => {
    await allow('feedback.write');
    const { workspaceId: workspace, ownerId: subject } = place;
    const create = (change: Record<string, string>) =>
      run('service-identity create', { workspace, subject, name: 'x', ...change });
    await expect(create({})).rejects.toMatchObject({
      code: 'forbidden',
      message: `Subject ${subject} does not have \`keys.manage\` in workspace ${workspace}. Allow it with \`binding create\`.`,
    });
    await expect(create({ subject: 'sub_00000000000000000000000009' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(create({ workspace: 't_00000000000000000000000009' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await run('service-identity list', { workspace })).toEqual([]);
  });
});

describe('a credential of a service that the operator creates', () => {
  it('may send less than all traffic, is listed without its token, and is revoked once', async () => {
    await allow('keys.manage', 'feedback.write');
    const service = await makeService();
    const [created] = await run('credential create', options(service, { actions: 'feedback.write', 'ttl-days': '90' }));
    const { token, ...row } = created!;
    expect(row).toEqual({
      credential_id: expect.stringMatching(/^kid_/) as string,
      service_id: service,
      class: 'runtime',
      environment_id: place.environmentId,
      name: 'verdicts',
      actions: ['feedback.write'],
      state: 'ready',
      created_by: place.ownerId,
      created_at: START,
      ready_at: START,
      expires_at: '2026-05-31T08:00:00.000Z',
    });
    expect(await resolve(token as string)).toMatchObject({ subjectId: service, grants: ['feedback.write'] });
    expect(await run('credential list', { service })).toEqual([row]);
    expect(await run('credential list', { subject: place.ownerId })).toEqual([]);
    const credential = row['credential_id'] as string;
    expect(await run('credential revoke', { credential })).toEqual([{ ...row, state: 'revoked', revoked_at: START }]);
    expect(await resolve(token as string)).toBeUndefined();
    await expect(run('credential revoke', { credential })).rejects.toMatchObject({ code: 'conflict' });
    const { audit } = createOperatorStores(world.pool, world.clock);
    const written = await audit.list({ organizationId: place.organizationId, limit: 10 });
    expect(written.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['operator credential revoke', 'refused'],
      ['operator credential revoke', 'accepted'],
      ['operator credential create', 'accepted'],
      ['operator service-identity create', 'accepted'],
    ]);
    expect(JSON.stringify(written)).not.toContain('ttv_');
  });

  it('may call models by default, and waits for the gateways', async () => {
    await allow('keys.manage');
    const [created] = await run('credential create', options(await makeService()));
    expect(created).toMatchObject({ actions: ['models.call'], state: 'minted' });
  });

  it.each(['feedback.write', 'traffic.write', 'models.call,feedback.write'])(
    'needs `feedback.write` of its creator for %s',
    async (actions) => {
      await allow('keys.manage');
      const service = await makeService();
      const { ownerId, environmentId } = place;
      await expect(run('credential create', options(service, { actions }))).rejects.toMatchObject({
        code: 'forbidden',
        message: `Subject ${ownerId} does not have \`feedback.write\` in environment ${environmentId}. Allow it with \`binding create\`.`,
      });
      expect(await run('credential list', { service })).toEqual([]);
    },
  );

  it('belongs to an environment of the workspace of its service', async () => {
    await allow('keys.manage');
    const service = await makeService();
    const other = await makeTenancy(world);
    await expect(
      run('credential create', options(service, { environment: other.environmentId })),
    ).rejects.toMatchObject({
      code: 'not_found',
      message: `There is no environment ${other.environmentId} in the workspace of service ${service}. Check the id.`,
    });
    await expect(run('credential create', options(service, { subject: other.ownerId }))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('is refused above the maximum of its service', async () => {
    await allow('keys.manage');
    const service = await makeService();
    for (let made = 0; made < MAX_CREDENTIALS_IN_FORCE; made += 1) await run('credential create', options(service));
    await expect(run('credential create', options(service))).rejects.toMatchObject({ code: 'conflict' });
    expect(await run('credential list', { service })).toHaveLength(MAX_CREDENTIALS_IN_FORCE);
  });

  it.each<[string, string, Record<string, string>]>([
    ['exclude each other. Create a separate credential', 'create', { actions: 'models.call,traffic.write' }],
    ['--actions must be a list', 'create', { actions: 'keys.manage' }],
    ['--ttl-days must be a whole number, 1 to 365.', 'create', { 'ttl-days': '366' }],
    ['--service and --expires-at exclude each other.', 'create', { 'expires-at': '2026-04-01T00:00:00Z' }],
    ['There is no service identity svc_', 'create', { service: 'svc_00000000000000000000000009' }],
    ['There is no service identity svc_', 'list', { service: 'svc_00000000000000000000000009' }],
    ['There is no credential kid_', 'revoke', { credential: 'kid_00000000000000000000000009' }],
  ])('prints %s', async (text, verb, change) => {
    await allow('keys.manage');
    const typed = verb === 'create' ? options(await makeService(), change) : change;
    await expect(run(`credential ${verb}`, typed)).rejects.toThrow(text);
  });
});

it.each<[string, string, Record<string, string>]>([
  ['--actions and --ttl-days belong to --service.', 'create', { actions: 'feedback.write' }],
  ['--actions and --ttl-days belong to --service.', 'create', { 'ttl-days': '30' }],
  ['--service excludes --subject, --organization', 'list', { service: 'svc_00000000000000000000000009' }],
])('options of services are refused elsewhere: %s', async (text, verb, more) => {
  const { ownerId: subject, environmentId: environment } = place;
  const of = verb === 'create' ? { class: 'runtime', environment, name: 'x' } : {};
  await expect(run(`credential ${verb}`, { subject, ...of, ...more })).rejects.toThrow(text);
});

it('a service belongs to no credential of a person', async () => {
  await allow('keys.manage');
  const { ownerId: subject } = place;
  const typed = { subject, class: 'management', name: 'laptop', service: await makeService() };
  await expect(run('credential create', typed)).rejects.toThrow('--service belongs to --class runtime.');
});
