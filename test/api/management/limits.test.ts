import { describe, expect, it } from 'vitest';
import type { CurrentLimitUse } from '../../../store/gateway/limit-use-store.ts';
import { createManagementFixture, type ManagementFixture } from '../../../testing/apps/management-fixture.ts';

const open = (): ManagementFixture =>
  createManagementFixture({ token: { role: 'viewer', scopes: ['analytics:read'] } });

async function get({ app }: ManagementFixture, query = ''): Promise<[number, Record<string, unknown>]> {
  const answer = await app.inject({ url: `/tt/api/v1/limits${query}`, headers: { authorization: 'Bearer known' } });
  return [answer.statusCode, answer.json<Record<string, unknown>>()];
}

function useOf(limitId: string, node: string | null, more: Partial<CurrentLimitUse> = {}): CurrentLimitUse {
  return { limitId, node, settled: 0n, lapsed: 0n, leased: 0n, warnedAt: null, warnedPercent: null, ...more };
}

describe('the list of limits', () => {
  it('shows the use of a budget in US dollars, its reset and its last warning', async () => {
    const plane = open();
    const warning = { warnedAt: new Date('2026-03-01T11:00:00.000Z'), warnedPercent: 84 };
    plane.limitUses.uses = [
      useOf('all-month', 'organization:org_1', {
        ...{ settled: 420_000_000_000n, lapsed: 1_500_000_000n, leased: 20_000_000_001n },
        ...warning,
      }),
    ];
    expect(await get(plane)).toEqual([
      200,
      {
        limits: [
          {
            limit_id: 'all-month',
            covers: 'organization',
            node: 'organization:org_1',
            unit: 'usd',
            limit: '500',
            used: '421.5',
            reserved: '20.000000001',
            remaining: '58.499999999',
            per: 'month',
            time_zone: 'UTC',
            resets_at: '2026-04-01T00:00:00.000Z',
            last_warning: { at: '2026-03-01T11:00:00.000Z', used_percent: 84 },
          },
        ],
        next_cursor: '',
      },
    ]);
  });

  it('shows a limit without any use, with the complete amount', async () => {
    const [status, body] = await get(open());
    expect([status, body['limits']]).toEqual([
      200,
      [
        {
          limit_id: 'all-month',
          covers: 'organization',
          node: null,
          unit: 'usd',
          limit: '500',
          used: '0',
          reserved: '0',
          remaining: '500',
          per: 'month',
          time_zone: 'UTC',
          resets_at: '2026-04-01T00:00:00.000Z',
          last_warning: null,
        },
      ],
    ]);
  });

  it('shows calls in flight without a window, and never less than nothing', async () => {
    const plane = open();
    plane.limitUses.entries = [{ id: 'ci-slots', node: 'key:kid_1', concurrency: 8 }];
    plane.limitUses.uses = [useOf('ci-slots', 'key:kid_1', { leased: 9n })];
    expect((await get(plane))[1]['limits']).toEqual([
      {
        limit_id: 'ci-slots',
        covers: 'key:kid_1',
        node: 'key:kid_1',
        unit: 'calls',
        limit: '8',
        used: '0',
        reserved: '9',
        remaining: '0',
        resets_at: null,
        last_warning: null,
      },
    ]);
  });

  it('reads the current window of each limit, in its time zone', async () => {
    const plane = open();
    plane.limitUses.entries = [
      { id: 'rate', node: 'tag:project=search', requests_per_minute: 60 },
      { id: 'day', node: 'team:search', tokens: 1_000, per: 'day', time_zone: 'Asia/Tokyo' },
    ];
    const { limits } = (await get(plane))[1] as { limits: Record<string, unknown>[] };
    expect(limits.map(({ limit_id, covers, unit, resets_at }) => [limit_id, covers, unit, resets_at])).toEqual([
      ['day', 'team:search', 'tokens', '2026-03-01T15:00:00.000Z'],
      ['rate', 'tag:project=search', 'requests', '2026-03-01T12:01:00.000Z'],
    ]);
    expect(plane.limitUses.asked).toEqual([
      [
        {
          limitId: 'rate',
          unit: 'requests',
          window: { from: Date.parse('2026-03-01T12:00:00.000Z'), to: Date.parse('2026-03-01T12:01:00.000Z') },
        },
        {
          limitId: 'day',
          unit: 'tokens',
          window: { from: Date.parse('2026-02-28T15:00:00.000Z'), to: Date.parse('2026-03-01T15:00:00.000Z') },
        },
      ],
    ]);
  });

  it('is restricted by limit and by node, and continues with a cursor', async () => {
    const plane = open();
    plane.limitUses.entries = [
      { id: 'a', node: 'team:search', requests: 10, per: 'day' },
      { id: 'b', node: 'organization', requests: 10, per: 'day' },
    ];
    plane.limitUses.uses = [
      useOf('a', 'team:org_1:search'),
      useOf('a', 'team:org_2:search'),
      useOf('b', 'organization:org_1'),
    ];
    const shown = async (query: string) => {
      const { limits, next_cursor: cursor } = (await get(plane, query))[1] as {
        limits: { limit_id: string; node: string | null }[];
        next_cursor: string;
      };
      return [limits.map(({ limit_id: id, node }) => `${id} ${node}`), cursor] as const;
    };
    expect(await shown('?limit_id=b')).toEqual([['b organization:org_1'], '']);
    expect(await shown('?node=team:org_2:search')).toEqual([['a team:org_2:search'], '']);
    expect(await shown('?limit_id=c')).toEqual([[], '']);
    const [first, cursor] = await shown('?limit=2');
    expect(first).toEqual(['a team:org_1:search', 'a team:org_2:search']);
    expect(await shown(`?limit=2&cursor=${cursor}`)).toEqual([['b organization:org_1'], '']);
    expect((await get(plane, `?limit_id=b&cursor=${cursor}`))[0]).toBe(400);
  });

  it.each(['?limit_id=a%20b', '?node=', '?limit=0', '?more=1'])('refuses %s', async (query) => {
    expect((await get(open(), query))[0]).toBe(400);
  });

  it('names the setting if the configuration file has no limits', async () => {
    const plane = open();
    plane.limitUses.entries = [];
    const [status, problem] = await get(plane);
    expect([status, problem['code'], problem['detail']]).toEqual([
      404,
      'feature_absent',
      'The configuration file of this API has no limits. Set `governance.limits` in it, as in the file of the gateway.',
    ]);
  });
});
