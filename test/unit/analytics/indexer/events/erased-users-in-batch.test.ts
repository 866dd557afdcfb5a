import { describe, expect, it } from 'vitest';
import {
  findUsersErasedFrom,
  statesErasedUser,
  withoutErasedUsers,
} from '../../../../../analytics/indexer/events/erased-users-in-batch.ts';
import { toFactRow } from '../../../../../analytics/indexer/events/fact-rows.ts';
import { readBatch, type ReadBatch } from '../../../../../analytics/indexer/events/read-batch.ts';
import type { ErasedUsers } from '../../../../../store/ingest/erasure/find-erased-users.ts';
import type { IngestScopeStore } from '../../../../../store/ingest/ingest-scope-store.ts';

const AT = '2026-03-02T10:15:00.000Z';
const AT_MS = Date.parse(AT);
const BEFORE_MS = Date.parse('2026-03-03T00:00:00.000Z');
const SCOPE = { organization_id: 'o', workspace_id: 't', application_id: 'a', gateway_id: 'g', environment_id: 'e' };

const asked: unknown[] = [];
const ERASED: ErasedUsers = {
  isEmpty: false,
  has: (workspaceId, user, atMs) => workspaceId === 't' && user === 'ada' && atMs < BEFORE_MS,
};
const SCOPES: IngestScopeStore = {
  leaves: () =>
    Promise.resolve([
      { organizationId: 'o', workspaceId: 't', applicationId: 'a', gatewayId: 'g', environmentId: 'e' },
    ]),
  workspaces: () => Promise.resolve([]),
  horizons: () => Promise.resolve(new Map()),
  erasedUsers: (among) => {
    asked.push(among);
    return Promise.resolve(ERASED);
  },
};

const admitted = (id: string, more: object = {}): object => ({
  ...{ event: 'request_admitted', schema: 1, scope: SCOPE, purpose: 'application', logical_request_id: id },
  ...{ admitted_at: AT, streaming: false, ...more },
});

function read(...documents: readonly object[]): Promise<ReadBatch> {
  return readBatch(
    documents.map((document) => JSON.stringify(document)),
    SCOPES,
  );
}

const usersOf = ({ facts }: ReadBatch): unknown[] => facts.map(({ fact }) => toFactRow(fact)['user']);

describe('the facts of a batch', () => {
  it('do not have an erased user, and keep everything else', async () => {
    const batch = await read(
      admitted('one', { dimensions: { user: 'ada', tenant: 'ada' } }),
      admitted('two', { dimensions: { user: 'bob' } }),
      admitted('three', { noted: { 'dims.user': 'ada' } }),
      admitted('four', { admitted_at: '2026-03-03T00:00:00.000Z', dimensions: { user: 'ada' } }),
    );
    expect(batch.faulty).toEqual([]);
    const kept = withoutErasedUsers(batch, ERASED);
    expect([usersOf(batch), usersOf(kept)]).toEqual([
      ['ada', 'bob', 'ada', 'ada'],
      ['', 'bob', '', 'ada'],
    ]);
    expect(toFactRow(kept.facts[0]!.fact)['tenant']).toBe('ada');
    expect(kept.facts.map(({ event }) => event)).toMatchObject([
      { dimensions: { tenant: 'ada' } },
      { dimensions: { user: 'bob' } },
      { noted: {} },
      { dimensions: { user: 'ada' } },
    ]);
    expect(kept.facts[0]!.event).not.toHaveProperty('dimensions.user');
    expect(kept.facts.map(({ identity }) => identity)).toEqual(batch.facts.map(({ identity }) => identity));
  });

  it('are the same batch while no user is erased', async () => {
    const batch = await read(admitted('one', { dimensions: { user: 'ada' } }));
    expect(withoutErasedUsers(batch, { isEmpty: true, has: () => true })).toBe(batch);
  });

  it('determine which erasures are read: those of their workspaces since their earliest instant', async () => {
    const early = { ...admitted('two', { admitted_at: '2026-03-01T00:00:00.000Z' }), shape: 'wrong' };
    asked.length = 0;
    await findUsersErasedFrom(await read(admitted('one')), SCOPES);
    await findUsersErasedFrom(await read(admitted('one'), early), SCOPES);
    expect(await findUsersErasedFrom(await read(), SCOPES)).toMatchObject({ isEmpty: true });
    expect(asked).toEqual([
      { workspaceIds: ['t'], fromMs: AT_MS },
      { workspaceIds: ['t'], fromMs: Date.parse('2026-03-01T00:00:00.000Z') },
    ]);
  });
});

describe('a faulty line', () => {
  it.each<[string, string | undefined, number | undefined, boolean]>([
    ['{"user":"ada"}', 't', AT_MS, true],
    ['{"user":" ada "}', 't', AT_MS, true],
    [String.raw`{"x":"\u0061da"`, 't', undefined, true],
    [JSON.stringify({ text: '{"user":"ada","x' }), 't', AT_MS, true],
    ['{"user":"ada"}', 't', BEFORE_MS, false],
    ['{"user":"bob"}', 't', AT_MS, false],
    ['{"user":"ada"}', 'other', AT_MS, false],
    ['{"user":"ada"}', undefined, AT_MS, false],
  ])('%s of the workspace %s at %s states an erased user: %s', (line, workspaceId, atMs, states) => {
    const trace = {
      producerClass: 'gateway_journal' as const,
      ...(workspaceId !== undefined && { workspaceId }),
      ...(atMs !== undefined && { atMs }),
    };
    expect(statesErasedUser(line, trace, ERASED)).toBe(states);
    expect(statesErasedUser(line, trace, { ...ERASED, isEmpty: true })).toBe(false);
  });
});
