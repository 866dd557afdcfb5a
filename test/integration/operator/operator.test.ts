import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { governanceSettings } from '../../../domain/gateway/governance/limit.ts';
import { calibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import { ACTIONS } from '../../../domain/tenancy/actions.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { runOperatorCommand } from '../../../operator/operator-commands.ts';
import { createOperatorStores } from '../../../operator/operator-stores.ts';
import { createCredentialStore } from '../../../store/tenancy/credential-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { createTenancyStore } from '../../../store/tenancy/tenancy-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';
import { bundledProgram } from '../../../testing/processes/bundled-programs.ts';

let world: StoreWorld;

beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
});
afterAll(() => world.close());

function run(command: string, values: Record<string, string> = {}): Promise<readonly CommandRow[]> {
  const { pool, clock } = world;
  const ports = {
    ...createOperatorStores(pool, clock),
    clock,
    operator: 'ada',
    callModel: () => Promise.reject(new Error('No model is called here.')),
    readFile: () => Promise.reject(new Error('Nothing is read here.')),
    readPassword: () => Promise.reject(new Error('These tests need no password.')),
    outlastReads: () => Promise.resolve(),
    governance: () => governanceSettings(),
    calibrationSettings: () => calibrationSettings(),
    loggedCalls: () => Promise.reject(new Error('No log is read here.')),
    reprice: () => Promise.reject(new Error('Nothing is priced here.')),
    withJudges: () => Promise.reject(new Error('No judge is validated here.')),
    erase: () => Promise.resolve(),
    eraseUser: () => Promise.reject(new Error('No user is erased here.')),
  };
  return runOperatorCommand(ports, command, values);
}

/** Runs a command that returns one row, and returns one text of the row. */
async function idFrom(command: string, member: string, values: Record<string, string>): Promise<string> {
  const [row] = await run(command, values);
  return row![member] as string;
}

describe('the operator command', () => {
  it('creates a tenancy whose new member has the granted access', async () => {
    const organization = await idFrom('organization create', 'organization_id', { name: 'Acme' });
    const workspace = await idFrom('workspace create', 'workspace_id', { organization, name: 'Main' });
    const application = await idFrom('application create', 'application_id', { workspace, name: 'Shop' });
    const gateway = await idFrom('gateway create', 'gateway_id', { application, name: 'Edge' });
    const environment = await idFrom('environment create', 'environment_id', { gateway, name: 'production' });
    const subject = await idFrom('subject create', 'subject_id', { organization, name: 'Ada' });
    const actions = 'cost.read,metadata.read';
    const binding = await idFrom('binding create', 'binding_id', { subject, on: environment, actions });
    const token = await idFrom('credential create', 'token', { subject, class: 'management', name: 'laptop' });

    expect(await createCredentialStore(world.pool, world.clock).resolve(token)).toMatchObject({
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

  it('deploys, rolls back and retires releases', async () => {
    const { workspaceId: workspace, environmentId: environment } = await makeTenancy(world);
    const one = await idFrom('release create', 'release_id', { workspace, name: 'One', digest: 'sha256:1' });
    const two = await idFrom('release create', 'release_id', { workspace, name: 'Two' });
    expect(await run('release list', { workspace })).toMatchObject([
      { name: 'Two' },
      { name: 'One', digest: 'sha256:1' },
    ]);
    await run('release deploy', { release: one, environment });
    const deployed = await run('release deploy', { release: two, environment, actor: 'automation' });
    expect(deployed).toMatchObject([{ marker_kind: 'deployed', now_runs: two, actor_kind: 'automation' }]);
    const back = await run('release rollback', { release: two, environment });
    expect(back).toMatchObject([{ marker_kind: 'rolled_back', release_id: two, now_runs: one, actor_kind: 'person' }]);
    const [retired] = await run('release retire', { release: one, environment });
    expect(retired).not.toHaveProperty('now_runs');
    await expect(run('release deploy', { release: one, environment })).rejects.toThrow('retired in the environment');
  });

  it('excludes traffic of a node, and increments every exclusion generation', async () => {
    const { organizationId, workspaceId: workspace, gatewayId, environmentId } = await makeTenancy(world);
    const window = { from: new Date('2026-01-01T00:00:00.000Z'), to: new Date('2026-02-01T00:00:00.000Z') };
    const state = () => createIngestStateStore(world.pool).read({ organizationId, workspaceId: workspace, ...window });
    expect((await state()).generations).toEqual({ projection: 1, retention: 1, exclusion: 1 });
    const added = await run('exclusion add', {
      on: gatewayId,
      from: '2026-01-31T23:00:00+00:00',
      to: '2026-02-03T00:00:00Z',
      reason: 'load test',
    });
    expect(added).toMatchObject([
      { workspace_id: workspace, on: gatewayId, from: '2026-01-31T23:00:00.000Z', reason: 'load test' },
    ]);
    expect(await state()).toMatchObject({
      exclusions: [
        {
          environmentIds: [environmentId],
          from: new Date('2026-01-31T23:00:00.000Z'),
          to: new Date('2026-02-03T00:00:00.000Z'),
        },
      ],
      generations: { projection: 1, retention: 1, exclusion: 2 },
    });
    expect(await run('exclusion list', { workspace })).toEqual(added);
    await run('exclusion remove', { exclusion: added[0]!['exclusion_id'] as string });
    expect(await state()).toMatchObject({ exclusions: [], generations: { exclusion: 3 } });
    expect(await run('exclusion list', { workspace })).toEqual([]);
  });

  it('rotates credentials, warns before they end, and lists unused ones', async () => {
    const { organizationId: organization, ownerId: subject } = await makeTenancy(world);
    const create = (name: string, more: Record<string, string> = {}) =>
      idFrom('credential create', 'credential_id', { subject, class: 'management', name, ...more });
    const soon = await create('soon', { 'expires-at': '2026-03-10T08:00:00Z' });
    const leaked = await create('leaked');
    expect(await run('credential rotate', { credential: leaked, 'revoke-previous-now': 'true' })).toMatchObject([
      { name: 'leaked', state: 'in force', token: expect.stringMatching(/^ttm_/) as string },
      { credential_id: leaked, state: 'revoked', revoked_at: '2026-03-02T08:00:00.000Z' },
    ]);
    const [next, previous] = await run('credential rotate', { credential: soon, overlap: '1440' });
    expect(next).toMatchObject({
      state: 'in force',
      expires_at: '2026-03-10T08:00:00.000Z',
      warning: 'expires in 8 days',
    });
    expect(previous).toMatchObject({ expires_at: '2026-03-03T08:00:00.000Z', successor_id: next!['credential_id'] });
    expect(previous).not.toHaveProperty('warning');
    world.clock.set('2026-06-01T08:00:00.000Z');
    const listed = await run('credential list', { organization });
    expect(listed.map(({ state, warning }) => [state, warning])).toEqual([
      ['expired', undefined],
      ['in force', 'never used in 91 days'],
      ['revoked', undefined],
      ['expired', undefined],
    ]);
    expect(await run('credential list', { subject })).toEqual(listed);
    world.clock.set('2026-03-02T08:00:00.000Z');
  });

  it('writes an audit row with the outcome for every writing command, and none for a reading one', async () => {
    const tenancy = await makeTenancy(world);
    const { organizationId: organization, workspaceId, environmentId: environment, ownerId: subject } = tenancy;
    const credential = await idFrom('credential create', 'credential_id', {
      subject,
      class: 'runtime',
      name: 'audited',
      environment,
    });
    await run('credential list', { subject });
    await expect(run('binding create', { subject, on: workspaceId, actions: 'metadata.read,all' })).rejects.toThrow(
      '--actions',
    );
    await run('credential revoke', { credential });
    await expect(run('credential rotate', { credential })).rejects.toThrow('has expired or was revoked');
    await expect(run('retention erase', { workspace: workspaceId })).rejects.toThrow('No traffic of this workspace');
    const events = await run('audit list', { organization });
    expect(events.map(({ operation, outcome, problem_code }) => [operation, outcome, problem_code])).toEqual([
      ['operator retention erase', 'refused', 'conflict'],
      ['operator credential rotate', 'refused', 'conflict'],
      ['operator credential revoke', 'accepted', undefined],
      ['operator binding create', 'refused', 'validation_failed'],
      ['operator credential create', 'accepted', undefined],
    ]);
    expect(events[4]).toEqual({
      at: '2026-03-02T08:00:00.000Z',
      operation: 'operator credential create',
      outcome: 'accepted',
      operator: 'ada',
      organization_id: organization,
      targets: [subject, environment, credential],
      audit_id: events[4]!['audit_id'],
    });
    expect(events[3]).toMatchObject({ workspace_id: workspaceId, targets: [subject, workspaceId] });
    const page = await run('audit list', { organization, limit: '2', after: events[1]!['audit_id'] as string });
    expect(page).toEqual(events.slice(2, 4));
    expect(await run('audit list', { organization, outcome: 'accepted', since: '2026-03-02T08:00:00.001Z' })).toEqual(
      [],
    );
    expect(JSON.stringify(await run('audit list'))).not.toMatch(/tt[mv]_/);
  });

  it.each<[string, Record<string, string>, string]>([
    ['audit list', { limit: '1001' }, '--limit must be a whole number, 1 to 1000.'],
    ['audit list', { since: 'yesterday' }, '--since must be an RFC 3339 instant, such as 2026-01-31T08:00:00Z.'],
    [
      'credential rotate',
      { credential: 'cred_00000000000000000000000009', overlap: '1441' },
      '--overlap must be a whole number, 0 to 1440.',
    ],
    [
      'credential rotate',
      { credential: 'cred_00000000000000000000000009', overlap: '5', 'revoke-previous-now': 'true' },
      '--overlap and --revoke-previous-now exclude each other. Use only one of them.',
    ],
    [
      'organization destroy',
      {},
      'There is no operator command `organization destroy`. `npm run operator -- help` lists all commands.',
    ],
    ['toString', {}, 'There is no operator command `toString`. `npm run operator -- help` lists all commands.'],
    ['organization create', {}, '--name is missing.'],
    [
      'organization create',
      { name: 'a\u0007b' },
      '--name must be 1 to 120 characters, without control characters, invisible characters and marks of text direction.',
    ],
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
      '--actions must be a list, separated by commas and without repetition, of metadata.read, cost.read, content.read, dimensions.read, comparisons.run, releases.deploy, keys.manage, members.manage, feedback.write.',
    ],
    ...[{ class: 'runtime' }, { class: 'management', environment: 'env_00000000000000000000000009' }].map(
      (values): [string, Record<string, string>, string] => [
        'credential create',
        { subject: 'sub_00000000000000000000000009', name: 'x', ...values },
        '--environment belongs to --class runtime. Use both options, or neither.',
      ],
    ),
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
    [
      'exclusion add',
      {
        on: 't_00000000000000000000000009',
        from: '2026-01-01T00:30:00Z',
        to: '2026-01-02T00:00:00Z',
        reason: 'x',
      },
      '--from must be a whole UTC hour of the years 2000 to 2099, such as 2026-01-31T08:00:00Z.',
    ],
    [
      'exclusion add',
      {
        on: 't_00000000000000000000000009',
        from: '2026-01-02T00:00:00Z',
        to: '2026-01-02T00:00:00Z',
        reason: 'x',
      },
      '--from must be before --to.',
    ],
    [
      'exclusion add',
      {
        on: 'env_00000000000000000000000009',
        from: '2026-01-01T00:00:00Z',
        to: '2026-01-02T00:00:00Z',
        reason: 'x',
      },
      'There is no workspace, application, gateway or environment env_00000000000000000000000009. Check the id.',
    ],
    ['exclusion remove', { exclusion: 'excl_00000000000000000000000009' }, 'There is no exclusion excl_'],
    [
      'retention set',
      { workspace: 't_00000000000000000000000009', 'keep-from': '2026-02-01T01:00:00Z' },
      '--keep-from must be a past midnight UTC, such as 2026-01-31T00:00:00Z.',
    ],
    [
      'retention set',
      { workspace: 't_00000000000000000000000009', 'keep-from': '2026-03-03T00:00:00Z' },
      '--keep-from must be a past midnight UTC, such as 2026-01-31T00:00:00Z.',
    ],
    [
      'retention set',
      { workspace: 't_00000000000000000000000009', 'keep-from': '2026-03-02T00:00:00Z' },
      'There is no workspace t_00000000000000000000000009. Check the id.',
    ],
    [
      'release create',
      { workspace: 't_00000000000000000000000009', name: 'x' },
      'There is no workspace t_00000000000000000000000009. Check the id.',
    ],
    [
      'release deploy',
      { release: 'rel_00000000000000000000000009', environment: 'env_00000000000000000000000009' },
      'There is no release rel_00000000000000000000000009 in the workspace of environment env_00000000000000000000000009. Check the id.',
    ],
    [
      'release deploy',
      {
        release: 'rel_00000000000000000000000009',
        environment: 'env_00000000000000000000000009',
        actor: 'robot',
      },
      '--actor must be one of person, automation, system.',
    ],
  ])('refuses `%s` %j with one sentence', async (command, values, message) => {
    await expect(run(command, values)).rejects.toThrow(message);
  });

  it('prints JSON on request, reports empty results, ends with 2 for each wrong value, and with 1 for a refusal', async () => {
    const start = (...args: string[]) =>
      promisify(execFile)(process.execPath, [bundledProgram('operator/operator.ts'), ...args], {
        env: { PATH: process.env['PATH'], TRUETALLY_DATABASE_URL: world.url },
      });
    const { stdout } = await start('organization', 'create', '--name', 'Printed', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'Printed' }]);
    expect(await start('limits', 'list')).toEqual({ stdout: '', stderr: 'There are no rows.\n' });
    expect(await start('limits', 'list', '--json')).toEqual({ stdout: '[]\n', stderr: '' });
    const nobody = 'sub_00000000000000000000000009';
    await expect(
      start('binding', 'create', '--subject', nobody, '--on', 'x', '--actions', 'all'),
    ).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        '--on must be the id of one organization or workspace or application or gateway or environment, as the list command shows it.\n' +
        `--actions must be a list, separated by commas and without repetition, of ${ACTIONS.join(', ')}.\n`,
    });
    const absent = 'cred_00000000000000000000000009';
    await expect(start('credential', 'revoke', '--credential', absent)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `There is no credential ${absent}. Check the id.\n`,
    });
  });
});
