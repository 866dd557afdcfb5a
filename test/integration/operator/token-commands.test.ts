import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TOKEN_COMMANDS } from '../../../operator/commands/token-commands.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { createManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
});
beforeEach(() => world.pool.query('TRUNCATE management_tokens'));
afterAll(() => world.close());

function run(command: string, typed: Record<string, string> = {}): Promise<readonly CommandRow[]> {
  const { pool, clock } = world;
  return TOKEN_COMMANDS[command]!.run({ clock, tokens: createManagementTokenStore(pool, clock) }, typed, clock.now());
}

it('creates a token, shows it once, lists it and ends it', async () => {
  const [made] = await run('token make', { label: 'ci', role: 'viewer', scopes: 'evals:read,quality:read' });
  const { token, ...row } = made!;
  expect(row).toEqual({
    token_id: expect.stringMatching(/^tok_/) as string,
    label: 'ci',
    role: 'viewer',
    scopes: ['evals:read', 'quality:read'],
    state: 'in force',
    created_at: '2026-03-02T08:00:00.000Z',
  });
  expect(token).toMatch(/^ttp_/);
  expect(await run('token list')).toEqual([row]);
  const ended = { ...row, state: 'revoked', revoked_at: '2026-03-02T08:00:00.000Z' };
  expect(await run('token revoke', { token: row['token_id'] as string })).toEqual([ended]);
  expect(await run('token list')).toEqual([ended]);
});

it('grants every scope except content:read by default', async () => {
  const [made] = await run('token make', { label: 'all', role: 'admin', 'expires-at': '2026-04-01T00:00:00Z' });
  expect([made!['scopes'], made!['expires_at']]).toEqual([
    [
      ...['analytics:read', 'cache:read', 'cache:write', 'config:read', 'evals:read', 'evals:write'],
      ...['evidence:read', 'evidence:write', 'operations:read', 'operations:write', 'quality:read', 'quality:write'],
    ],
    '2026-04-01T00:00:00.000Z',
  ]);
});

it.each([
  ['--role must be one of viewer, operator, admin.', { label: 'x', role: 'owner' }],
  ['--role is missing. It must be one of viewer, operator, admin.', { label: 'x' }],
  ['--scopes must be a list', { label: 'x', role: 'admin', scopes: 'evals:all' }],
])('prints %s', async (text, typed) => {
  await expect((async () => run('token make', typed as Record<string, string>))()).rejects.toThrow(text);
});
