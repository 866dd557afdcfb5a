import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../domain/management/scopes.ts';
import type { VirtualKey } from '../../../store/gateway/virtual-key-store.ts';
import {
  createManagementFixture,
  logInAsAda,
  type ManagementChanges,
  type ManagementFixture,
} from '../../../testing/apps/management-fixture.ts';
import { KEY_ENVIRONMENT, KNOWN_KEY } from '../../../testing/fakes/virtual-keys.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const MINT = { owner: 'team-a', label: 'ci', environment_id: KEY_ENVIRONMENT };
const SHOWN = {
  key_id: KNOWN_KEY.keyId,
  owner: 'team-a',
  label: 'ci',
  environment_id: KEY_ENVIRONMENT,
  allow_passthrough: false,
  status: 'active',
  created_at: '2026-02-01T00:00:00.000Z',
};

const open = (changes: ManagementChanges = {}): ManagementFixture =>
  createManagementFixture({ token: { role: 'admin', scopes: SCOPES }, role: 'admin', ...changes });

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Record<string, unknown>;
}

async function get({ app }: ManagementFixture, path: string): Promise<Answered> {
  const answer = await app.inject({ url: `/tt/api/v1/keys${path}`, headers: { authorization: 'Bearer known' } });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() };
}

async function post(
  { app }: ManagementFixture,
  path: string,
  payload: object,
  headers: Record<string, string> = { authorization: 'Bearer known' },
): Promise<Answered> {
  const answer = await app.inject({ method: 'POST', url: `/tt/api/v1/keys${path}`, headers, payload });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() };
}

function keyOf(number: number, more: Partial<VirtualKey> = {}): VirtualKey {
  const keyId = `kid_${String(number).padStart(26, '0')}`;
  return { ...KNOWN_KEY, keyId, createdAt: new Date(Date.parse(NOW) + number), ...more };
}

function add({ virtualKeys }: ManagementFixture, ...keys: readonly VirtualKey[]): void {
  for (const key of keys) virtualKeys.keys.set(key.keyId, key);
}

describe('the list of keys', () => {
  it('shows keys in any state, newest first, with their restrictions', async () => {
    const plane = open();
    const ended = new Date('2026-02-28T00:00:00.000Z');
    const scopes = { models: ['gpt-5'], providers: ['openai'], endpoints: ['responses'] } as const;
    add(plane, keyOf(2, { expiresAt: ended, successorId: KNOWN_KEY.keyId }));
    add(plane, keyOf(3, { revokedAt: ended, scopes, allowsPassthrough: true }));
    const { status, body } = await get(plane, '');
    expect([status, body]).toEqual([
      200,
      {
        keys: [
          {
            ...SHOWN,
            key_id: 'kid_00000000000000000000000003',
            models: ['gpt-5'],
            providers: ['openai'],
            endpoints: ['responses'],
            allow_passthrough: true,
            status: 'revoked',
            created_at: '2026-03-01T12:00:00.003Z',
            revoked_at: '2026-02-28T00:00:00.000Z',
          },
          {
            ...SHOWN,
            key_id: 'kid_00000000000000000000000002',
            status: 'expired',
            created_at: '2026-03-01T12:00:00.002Z',
            expires_at: '2026-02-28T00:00:00.000Z',
            successor_id: KNOWN_KEY.keyId,
          },
          SHOWN,
        ],
        next_cursor: '',
      },
    ]);
  });

  it.each([
    ['?owner=team-b', [2]],
    ['?status=revoked', [3]],
    [`?environment_id=${KEY_ENVIRONMENT}&status=active`, [2, 1]],
    ['?environment_id=env_00000000000000000000000009', []],
  ])('is restricted by %s', async (query, expected) => {
    const plane = open();
    add(plane, keyOf(2, { owner: 'team-b' }), keyOf(3, { revokedAt: new Date(NOW) }));
    const { keys } = (await get(plane, query)).body as { keys: { key_id: string }[] };
    expect(keys.map(({ key_id: id }) => Number(id.slice(4)))).toEqual(expected);
  });

  it('continues with a cursor, which belongs to its filter and its caller', async () => {
    const plane = open();
    add(plane, keyOf(2), keyOf(3));
    const first = await get(plane, '?limit=2');
    const cursor = String(first.body['next_cursor']);
    const { body } = await get(plane, `?limit=2&cursor=${cursor}`);
    expect([body['keys'], body['next_cursor']]).toEqual([[SHOWN], '']);
    expect((await get(plane, `?owner=team-a&cursor=${cursor}`)).status).toBe(400);
    const other = open({ token: { role: 'admin', scopes: SCOPES, tokenId: 'tok_00000000000000000000000002' } });
    expect((await get(other, `?cursor=${cursor}`)).status).toBe(400);
  });

  it.each(['?owner=a%20b', '?status=ended', '?limit=101', '?offset=1', '?environment_id=env_1'])(
    'refuses %s',
    async (query) => {
      expect((await get(open(), query)).status).toBe(400);
    },
  );
});

describe('one key', () => {
  it('is shown without its text', async () => {
    const { status, body } = await get(open(), `/${KNOWN_KEY.keyId}`);
    expect([status, body]).toEqual([200, SHOWN]);
  });

  it.each(['kid_00000000000000000000000009', 'kid_1', 'env_00000000000000000000000001'])(
    'is not found as %s',
    async (id) => {
      const { status, body } = await get(open(), `/${id}`);
      expect([status, body['code']]).toEqual([404, 'not_found']);
    },
  );
});

describe('minting', () => {
  it('shows the text of the key once', async () => {
    const plane = open();
    const { status, headers, body } = await post(plane, '', MINT);
    const [token] = plane.virtualKeys.tokens;
    const key = { ...SHOWN, key_id: 'kid_00000000000000000000000002', created_at: NOW };
    expect([status, headers['location'], headers['idempotent-replayed'], body]).toEqual([
      201,
      '/tt/api/v1/keys/kid_00000000000000000000000002',
      undefined,
      { key, token },
    ]);
    expect((await get(plane, '/kid_00000000000000000000000002')).body).toEqual(key);
  });

  it('restricts the key as the body states', async () => {
    const { body } = await post(open(), '', {
      ...MINT,
      models: ['gpt-5'],
      providers: ['openai'],
      endpoints: ['responses', 'models'],
      allow_passthrough: true,
      expires_at: '2026-04-01T14:00:00+02:00',
    });
    expect(body['key']).toMatchObject({
      models: ['gpt-5'],
      providers: ['openai'],
      endpoints: ['responses', 'models'],
      allow_passthrough: true,
      expires_at: '2026-04-01T12:00:00.000Z',
    });
  });

  it('with an idempotency key mints once, and shows no text to a repetition', async () => {
    const plane = open();
    const headers = { authorization: 'Bearer known', 'idempotency-key': 'a' };
    const first = await post(plane, '', MINT, headers);
    const again = await post(plane, '', { ...MINT, allow_passthrough: false }, headers);
    expect([again.status, again.headers['idempotent-replayed'], again.headers['location']]).toEqual([
      201,
      'true',
      first.headers['location'],
    ]);
    expect(again.body).toEqual({ key: first.body['key'] });
    expect(plane.virtualKeys.tokens).toHaveLength(1);
    const other = await post(plane, '', { ...MINT, label: 'other' }, headers);
    expect([other.status, other.body['code'], plane.virtualKeys.tokens.length]).toEqual([409, 'conflict', 1]);
  });

  it('is repeated by a user in another session, and by no other caller', async () => {
    const plane = open();
    const mintAs = async (headers: Record<string, string>) =>
      'token' in (await post(plane, '', MINT, { ...headers, 'idempotency-key': 'a' })).body;
    expect(await mintAs(await logInAsAda(plane))).toBe(true);
    expect(await mintAs(await logInAsAda(plane))).toBe(false);
    expect(await mintAs({ authorization: 'Bearer known' })).toBe(true);
  });

  it.each([
    ['an unknown environment', { ...MINT, environment_id: 'env_00000000000000000000000009' }, 404],
    ['a past end', { ...MINT, expires_at: NOW }, 400],
    ['an end that does not exist', { ...MINT, expires_at: '2027-02-30T00:00:00Z' }, 400],
    ['an empty list, which would restrict nothing', { ...MINT, models: [] }, 400],
    ['a repeated model', { ...MINT, models: ['a', 'a'] }, 400],
    ['an unknown endpoint', { ...MINT, endpoints: ['images'] }, 400],
    ['an owner with a blank', { ...MINT, owner: 'a b' }, 400],
    ['a label with an invisible character', { ...MINT, label: 'a\u200bb' }, 400],
    ['another member', { ...MINT, more: 1 }, 400],
  ])('is refused for %s', async (_name, body, status) => {
    const plane = open();
    expect([(await post(plane, '', body)).status, plane.virtualKeys.tokens]).toEqual([status, []]);
  });

  it('leaves the id of the key in the audit, and its text nowhere', async () => {
    const plane = open();
    const headers = { authorization: 'Bearer known', 'idempotency-key': 'a' };
    const { body } = await post(plane, '', MINT, headers);
    const [row] = plane.audit.rows;
    expect([row?.operation, row?.end?.outcome, row?.end?.targets]).toEqual([
      'management.keys.mint',
      'accepted',
      ['kid_00000000000000000000000002', KEY_ENVIRONMENT],
    ]);
    expect(JSON.stringify(plane.audit.rows)).not.toContain(String(body['token']));
  });
});

describe('a rotation', () => {
  it('shows the text of the successor, and ends the predecessor after the grace', async () => {
    const plane = open();
    const { status, headers, body } = await post(plane, `/${KNOWN_KEY.keyId}/rotate`, { grace_minutes: 15 });
    const successor = 'kid_00000000000000000000000002';
    expect([status, headers['location'], body]).toEqual([
      201,
      `/tt/api/v1/keys/${successor}`,
      {
        key: { ...SHOWN, key_id: successor, created_at: NOW },
        predecessor: { ...SHOWN, expires_at: '2026-03-01T12:15:00.000Z', successor_id: successor },
        token: plane.virtualKeys.tokens[0],
      },
    ]);
  });

  it('without a grace revokes the predecessor', async () => {
    const { body } = await post(open(), `/${KNOWN_KEY.keyId}/rotate`, { grace_minutes: 0 });
    expect(body['predecessor']).toMatchObject({ status: 'revoked', revoked_at: NOW });
  });

  it('with an idempotency key happens once, and shows no text to a repetition', async () => {
    const plane = open();
    const headers = { authorization: 'Bearer known', 'idempotency-key': 'a' };
    const rotate = (grace: number) => post(plane, `/${KNOWN_KEY.keyId}/rotate`, { grace_minutes: grace }, headers);
    const { token, ...first } = (await rotate(15)).body;
    const again = await rotate(15);
    expect([typeof token, again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
      'string',
      201,
      'true',
      first,
    ]);
    expect((await rotate(16)).status).toBe(409);
  });

  it.each([
    ['a second one', { successorId: 'kid_00000000000000000000000003' }],
    ['one of a revoked key', { revokedAt: new Date(NOW) }],
    ['one of an expired key', { expiresAt: new Date(NOW) }],
  ])('is refused as %s', async (_name, more) => {
    const plane = open();
    add(plane, { ...KNOWN_KEY, ...more });
    const { status, body } = await post(plane, `/${KNOWN_KEY.keyId}/rotate`, { grace_minutes: 15 });
    expect([status, body['code'], plane.virtualKeys.tokens]).toEqual([409, 'conflict', []]);
  });

  it.each([{}, { grace_minutes: -1 }, { grace_minutes: 1_441 }, { grace_minutes: 0.5 }, { grace_minutes: '15' }])(
    'is refused with the body %j',
    async (body) => {
      expect((await post(open(), `/${KNOWN_KEY.keyId}/rotate`, body)).status).toBe(400);
    },
  );
});

describe('a revocation', () => {
  it('is permanent, and is refused the second time', async () => {
    const plane = open();
    const { status, body } = await post(plane, `/${KNOWN_KEY.keyId}/revoke`, {});
    expect([status, body]).toEqual([200, { ...SHOWN, status: 'revoked', revoked_at: NOW }]);
    const again = await post(plane, `/${KNOWN_KEY.keyId}/revoke`, {});
    expect([again.status, again.body['code']]).toEqual([409, 'conflict']);
    expect(plane.audit.rows.map(({ targets, end }) => [targets, end?.outcome])).toEqual([
      [[KNOWN_KEY.keyId], 'accepted'],
      [[KNOWN_KEY.keyId], 'refused'],
    ]);
  });

  it('takes no idempotency key, because a repetition changes nothing', async () => {
    const headers = { authorization: 'Bearer known', 'idempotency-key': 'a' };
    expect((await post(open(), `/${KNOWN_KEY.keyId}/revoke`, {}, headers)).status).toBe(400);
  });
});

describe('an operator', () => {
  it('can revoke keys, and gets the text of none', async () => {
    const plane = open({ token: { role: 'operator', scopes: SCOPES } });
    const statuses = [
      (await post(plane, '', MINT)).status,
      (await post(plane, `/${KNOWN_KEY.keyId}/rotate`, { grace_minutes: 0 })).status,
      (await post(plane, `/${KNOWN_KEY.keyId}/revoke`, {})).status,
    ];
    expect([statuses, plane.virtualKeys.tokens]).toEqual([[403, 403, 200], []]);
  });
});

it('refusals come in the order of the lane: 401, 403, 404, 400', async () => {
  const path = '/kid_1/rotate';
  const viewer = open({ token: { role: 'viewer', scopes: SCOPES } });
  expect((await post(viewer, path, { more: 1 }, {})).status).toBe(401);
  expect((await post(viewer, path, { more: 1 })).status).toBe(403);
  expect((await post(open(), path, { more: 1 })).status).toBe(404);
  expect((await post(open(), `/${KNOWN_KEY.keyId}/rotate`, { more: 1 })).status).toBe(400);
});
