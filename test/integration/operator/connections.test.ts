import { inspect } from 'node:util';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { CONNECTION_COMMANDS } from '../../../operator/commands/connection-commands.ts';
import { readAnswerBook } from '../../../providers/playback/answer-book.ts';
import type { PlannedFault } from '../../../providers/playback/fault-plan.ts';
import { createPlaybackApp, type BilledCall } from '../../../providers/playback/playback-app.ts';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import { createModelCaller } from '../../../providers/caller/create-model-caller.ts';
import { auditCommand } from '../../../runtime/commands/audit-command.ts';
import { createConnectionStore } from '../../../store/gateway/connection-store.ts';
import { createAuditStore } from '../../../store/installation/audit-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../testing/store/store-world.ts';

const KEY = 'sk-of-the-playback-provider';

let world: StoreWorld;
let tenancy: Tenancy;

beforeAll(async () => {
  world = await openStoreWorld();
});
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  await world.pool.query('TRUNCATE provider_connections CASCADE');
  tenancy = await makeTenancy(world);
});
afterAll(() => world.close());

async function run(name: string, typed: Record<string, string> = {}): Promise<readonly CommandRow[]> {
  const { pool, clock } = world;
  const caller = createModelCaller(await loadPriceTable(), clock);
  const ports = {
    connections: createConnectionStore(pool, clock),
    callModel: (...request: Parameters<typeof caller.call>) => caller.call(...request),
  };
  return auditCommand(createAuditStore(pool, clock), { name, values: typed, operator: 'ada' }, () =>
    CONNECTION_COMMANDS[name]!.run(ports, typed, clock.now()),
  );
}

const added = (options: Record<string, string> = {}) => ({
  name: 'Anthropic, EU',
  provider: 'anthropic',
  'key-variable': 'PLAYBACK_KEY',
  models: 'claude-haiku-4-5=claude-haiku,claude-opus-4-5=claude-opus',
  uses: 'inference,judging',
  on: tenancy.workspaceId,
  ...options,
});

async function idOf(options: Record<string, string>): Promise<string> {
  const [row] = await run('connection add', added(options));
  return row!['connection_id'] as string;
}

async function startPlayback(
  faults: PlannedFault[] = [],
): Promise<{ origin: string; bill: () => Promise<BilledCall[]> }> {
  vi.stubEnv('PLAYBACK_KEY', KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
  const usage = { input_tokens: 12, output_tokens: 1 };
  const app = createPlaybackApp({
    answers: readAnswerBook(JSON.stringify({ contains: ['Answer with the word yes'], text: 'Yes', usage })),
    plan: { latency_ms: 0, faults },
    clock: world.clock,
    wait: () => Promise.resolve(),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return {
    origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    bill: async () => (await app.inject('/playback/bill')).json<{ calls: BilledCall[] }>().calls,
  };
}

describe('provider connections', () => {
  it('are added with the source of their key, listed, and retired', async () => {
    const { workspaceId, environmentId } = tenancy;
    const [row] = await run('connection add', added({ on: `${environmentId},${workspaceId}` }));
    expect(row).toEqual({
      connection_id: expect.stringMatching(/^conn_/) as string,
      name: 'Anthropic, EU',
      provider: 'anthropic',
      wire: 'messages',
      endpoint: 'https://api.anthropic.com',
      key_variable: 'PLAYBACK_KEY',
      models: ['claude-haiku-4-5=claude-haiku', 'claude-opus-4-5=claude-opus'],
      uses: ['inference', 'judging'],
      on: [environmentId, workspaceId].sort(),
      created_at: '2026-03-02T08:00:00.000Z',
    });
    expect(await run('connection list')).toEqual([row]);
    const connection = row!['connection_id'] as string;
    world.clock.set('2026-03-02T09:00:00.000Z');
    const retired = { ...row, retired_at: '2026-03-02T09:00:00.000Z' };
    expect(await run('connection retire', { connection })).toEqual([retired]);
    world.clock.set('2026-03-02T10:00:00.000Z');
    expect(await run('connection retire', { connection })).toEqual([retired]);
    expect(await run('connection list')).toEqual([]);
    expect(await run('connection list', { all: 'true' })).toEqual([retired]);
    await expect(run('connection test', { connection })).rejects.toThrow(
      `Connection ${connection} is retired, so it cannot be tested. Add another connection.`,
    );
    // A name is available again when no connection in force has it.
    await run('connection retire', { connection: await idOf({}) });
  });

  it.each([
    ['openai', {}, 'responses', 'https://api.openai.com/v1'],
    ['openai', { wire: 'chat_completions' }, 'chat_completions', 'https://api.openai.com/v1'],
    [
      'openai_compatible',
      { endpoint: 'http://models.local:8000/v1' },
      'chat_completions',
      'http://models.local:8000/v1',
    ],
    ['google', {}, 'generate_content', 'https://generativelanguage.googleapis.com'],
  ])('of %s with %j use the protocol %s', async (provider, options, wire, endpoint) => {
    const typed = added({ provider, name: `${provider} ${wire}`, ...options });
    expect(await run('connection add', typed)).toMatchObject([{ provider, wire, endpoint }]);
  });

  it('store the path of a file instead of a variable', async () => {
    const typed: Record<string, string> = added({ name: 'By file', 'key-file': '/run/secrets/key' });
    delete typed['key-variable'];
    const [row] = await run('connection add', typed);
    expect(row).toMatchObject({ key_file: '/run/secrets/key' });
    expect(row).not.toHaveProperty('key_variable');
  });

  it.each([
    [{ 'key-file': '/run/key' }, 'Name either --key-variable or --key-file, and not both.'],
    [{ wire: 'responses' }, '--wire of anthropic must be one of messages.'],
    [{ provider: 'openai_compatible' }, '--endpoint is missing, and openai_compatible has no default. Add --endpoint.'],
    [{ 'key-variable': 'TRUETALLY_DATABASE_URL' }, /^--key-variable must be the name of an environment variable that /],
    [{ endpoint: 'file:///etc/passwd' }, /^--endpoint must be an http or https address/],
    [{ endpoint: 'https://user:word@models.test' }, /^--endpoint must be an http or https address/],
    [
      { models: 'claude-haiku-4-5' },
      /^--models must be a list, separated by commas and without repetition, each a model with its family/,
    ],
    [
      { uses: 'inference,inference' },
      /^--uses must be a list, separated by commas and without repetition, each one of inference, judging/,
    ],
    [{ on: 'org_1' }, /^--on must be a list/],
  ])('with %j are refused', async (options, sentence) => {
    await expect(run('connection add', added(options))).rejects.toThrow(sentence);
  });

  it('are refused without a grant or with an existing name, and store nothing', async () => {
    const nowhere = tenancy.environmentId.replace(/.{3}$/, '000');
    await expect(run('connection add', added({ name: 'Nowhere', on: nowhere }))).rejects.toThrow(
      `There is no environment ${nowhere}. Check the id.`,
    );
    expect((await run('connection list')).map(({ name }) => name)).not.toContain('Nowhere');
    await idOf({ name: 'Twice' });
    await expect(run('connection add', added({ name: 'Twice' }))).rejects.toThrow(
      'An active connection already has the name Twice. Retire it, or choose another name.',
    );
  });

  it('are tested by the smallest call, which returns its cost', async () => {
    const { origin, bill } = await startPlayback();
    const connection = await idOf({ name: 'Tried', endpoint: origin });
    // 12 tokens at 1 USD and 1 token at 5 USD per million
    expect(await run('connection test', { connection })).toEqual([
      {
        connection_id: connection,
        model: 'claude-haiku-4-5',
        works: 'yes',
        answered_by: 'claude-haiku-4-5',
        cost_nano_usd: '17000',
        price_revision: expect.stringMatching(/^@pydantic\/genai-prices@/) as string,
        usage: ['input_tokens=12', 'output_tokens=1'],
        latency_ms: expect.stringMatching(/^\d+$/) as string,
        provider_request: 'played_1',
      },
    ]);
    expect(await run('connection test', { connection, model: 'claude-opus-4-5' })).toMatchObject([
      { model: 'claude-opus-4-5', works: 'yes' },
    ]);
    expect((await bill()).map(({ model, call_id }) => ({ model, call_id }))).toEqual([
      { model: 'claude-haiku-4-5', call_id: `test_${connection}` },
      { model: 'claude-opus-4-5', call_id: `test_${connection}` },
    ]);
    await expect(run('connection test', { connection, model: 'gpt-4.1' })).rejects.toThrow(
      `Connection ${connection} has no model gpt-4.1.`,
    );
  });

  it('state how long their provider limits, and are called again after a successful test', async () => {
    world.clock.set('2026-03-02T10:00:00.000Z');
    const { origin } = await startPlayback();
    const connection = await idOf({ name: 'Limited', endpoint: origin });
    const listed = async (): Promise<CommandRow | undefined> =>
      (await run('connection list')).find(({ name }) => name === 'Limited');
    const limit = (until: string) =>
      world.pool.query('UPDATE provider_connections SET limited_until = $2 WHERE connection_id = $1', [
        connection,
        until,
      ]);
    await limit('2026-03-02T12:00:00.000Z');
    expect(await listed()).toMatchObject({ limited_until: '2026-03-02T12:00:00.000Z' });
    await run('connection test', { connection });
    expect(await listed()).not.toHaveProperty('limited_until');
    await limit('2026-03-02T10:00:00.000Z');
    expect(await listed()).not.toHaveProperty('limited_until');
  });

  it.each([
    [
      { fault: 'rate_limited', retry_after_seconds: 30 },
      'The provider limits the rate of calls. It cost nothing (refused, rate_limited, 429, rate_limit_error).',
    ],
    [
      { fault: 'failing', status: 502 },
      'The provider failed during the call. It may have cost something (effect_unknown, provider_failed, 502, api_error).',
    ],
    [
      { fault: 'cut' },
      'The connection ended before the answer was complete. It may have cost something (effect_unknown, connection_lost).',
    ],
  ] as [PlannedFault, string][])('that fail with %j say whether it cost something', async (fault, sentence) => {
    const { origin } = await startPlayback([fault]);
    const connection = await idOf({ name: `Failing by ${fault.fault}`, endpoint: origin });
    await expect(run('connection test', { connection })).rejects.toThrow(sentence);
  });

  it('without their key send nothing', async () => {
    const { origin, bill } = await startPlayback();
    const connection = await idOf({ name: 'Keyless', endpoint: origin, 'key-variable': 'NOBODY_SET_THIS' });
    await expect(run('connection test', { connection })).rejects.toThrow(
      'The key cannot be read at the location that the connection names. It cost nothing (never_sent, key_unavailable).',
    );
    expect(await bill()).toEqual([]);
  });

  it('store no key in a row, and have an audit row for each write', async () => {
    const { origin } = await startPlayback();
    const connection = await idOf({ name: 'Audited', endpoint: origin });
    await run('connection test', { connection });
    await run('connection retire', { connection });
    const { rows } = await world.pool.query<{ operation: string; operator: string; outcome: string }>(
      'SELECT operation, operator, outcome FROM audit_events WHERE targets @> ARRAY[$1] ORDER BY audit_id',
      [connection],
    );
    expect(rows).toEqual(
      ['add', 'test', 'retire'].map((verb) => ({
        operation: `operator connection ${verb}`,
        operator: 'ada',
        outcome: 'accepted',
      })),
    );
    const stored = await world.pool.query(
      'SELECT to_jsonb(c) AS row FROM provider_connections c UNION ALL SELECT to_jsonb(a) FROM audit_events a',
    );
    expect(inspect(stored.rows, { depth: 20, maxArrayLength: null })).not.toContain(KEY);
  });
});
