import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { KEY_COMMANDS } from '../../../operator/commands/key-commands.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';

let world: StoreWorld;
let environment: string;
beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
  environment = (await makeTenancy(world)).environmentId;
});
beforeEach(() => world.pool.query('TRUNCATE virtual_keys'));
afterAll(() => world.close());

function run(command: string, typed: Record<string, string> = {}): Promise<readonly CommandRow[]> {
  const { pool, clock } = world;
  return KEY_COMMANDS[command]!.run({ clock, keys: createVirtualKeyStore(pool, clock) }, typed, clock.now());
}

it('mints a key, shows it once, lists it, rotates it and ends it', async () => {
  const scopes = { models: 'gpt-5,claude-opus-5', providers: 'anthropic', endpoints: 'messages,models' };
  const [made] = await run('keys mint', { owner: 'team/search', environment, label: 'ci', expiry: '720h', ...scopes });
  const { token, ...row } = made!;
  expect(row).toEqual({
    key_id: expect.stringMatching(/^kid_/) as string,
    owner: 'team/search',
    label: 'ci',
    environment_id: environment,
    models: ['gpt-5', 'claude-opus-5'],
    providers: ['anthropic'],
    endpoints: ['messages', 'models'],
    state: 'active',
    created_at: '2026-03-02T08:00:00.000Z',
    expires_at: '2026-04-01T08:00:00.000Z',
  });
  expect(token).toMatch(/^ttk_[0-9a-f]{76}[0-9A-Za-z]{6}$/);
  expect(await run('keys list')).toEqual([row]);

  const key = row['key_id'] as string;
  const [successor, predecessor] = await run('keys rotate', { key, grace: '15m' });
  const { token: next, ...successorRow } = successor!;
  expect(next).not.toBe(token);
  expect(successorRow).toEqual({ ...row, key_id: successorRow['key_id'] });
  expect(predecessor).toEqual({
    ...row,
    expires_at: '2026-03-02T08:15:00.000Z',
    successor_id: successorRow['key_id'],
  });
  const ended = { ...predecessor, state: 'revoked', revoked_at: '2026-03-02T08:00:00.000Z' };
  expect(await run('keys revoke', { key })).toEqual([ended]);
});

it('adds no restriction by default', async () => {
  const [made] = await run('keys mint', { owner: 'a', environment, label: 'open', 'allow-passthrough': 'true' });
  const { key_id, token, ...row } = made!;
  expect([key_id, token]).toHaveLength(2);
  expect(row).toEqual({
    owner: 'a',
    label: 'open',
    environment_id: environment,
    allows_passthrough: 'yes',
    state: 'active',
    created_at: '2026-03-02T08:00:00.000Z',
  });
});

it.each([
  ['--owner must be 1 to 128 letters', { owner: 'a b' }],
  ['--endpoints must be a list', { endpoints: 'messages,images' }],
  ['--expiry must be a duration', { expiry: 'soon' }],
  ['--expiry must be a duration', { expiry: '900000h' }],
])('prints %s', async (text, typed) => {
  const whole: Record<string, string> = { owner: 'a', environment, label: 'x', ...typed };
  await expect((async () => run('keys mint', whole))()).rejects.toThrow(text);
});
