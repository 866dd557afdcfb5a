import { describe, expect, it } from 'vitest';
import type { CacheFigure } from '../../../domain/gateway/cache/cache-outcomes.ts';
import { SCOPES } from '../../../domain/management/scopes.ts';
import { createManagementFixture, type ManagementFixture } from '../../../testing/apps/management-fixture.ts';

const NOW = '2026-03-01T12:00:00.000Z';

const open = (): ManagementFixture => createManagementFixture({ token: { role: 'operator', scopes: SCOPES } });

async function get({ app }: ManagementFixture, path: string): Promise<[number, Record<string, unknown>]> {
  const answer = await app.inject({ url: `/tt/api/v1/cache/${path}`, headers: { authorization: 'Bearer known' } });
  return [answer.statusCode, answer.json<Record<string, unknown>>()];
}

async function purge({ app }: ManagementFixture, payload: object): Promise<[number, Record<string, unknown>]> {
  const headers = { authorization: 'Bearer known' };
  const answer = await app.inject({ method: 'POST', url: '/tt/api/v1/cache/purge', headers, payload });
  return [answer.statusCode, answer.json<Record<string, unknown>>()];
}

function figure(more: Partial<CacheFigure>): CacheFigure {
  const hit = { ruleId: 'default', outcome: 'hit', kind: 'exact' } as const;
  return { ...hit, requests: 1n, priced: 1n, savedNanos: 0n, ...more };
}

describe('the results of the cache', () => {
  it('are unknown before any count, and no savings are 0', async () => {
    const nothing = { usd: '0', requests: 0, unpriced_excluded: 0 };
    expect(await get(open(), 'stats')).toEqual([
      200,
      {
        since: null,
        outcomes: { hit: 0, would_hit: 0, miss: 0, bypass: 0, error: 0 },
        hits: { exact: 0, normalized: 0, semantic: null },
        savings: nothing,
        unlicensed_savings: nothing,
        shadow_savings: nothing,
        unlicensed_shadow_savings: nothing,
      },
    ]);
  });

  it('separate hits from would-hits, licensed savings from others, and missing prices from free calls', async () => {
    const plane = open();
    plane.cache.since = '2026-02-27';
    plane.cache.figures = [
      figure({ requests: 5n, priced: 4n, savedNanos: 14_000_000n }),
      figure({ kind: 'normalized', requests: 3n, priced: 3n, savedNanos: 9_000_000n }),
      figure({ ruleId: 'trial', outcome: 'would_hit', requests: 2n, priced: 0n }),
      figure({
        ruleId: 'alike',
        outcome: 'would_hit',
        kind: 'semantic',
        requests: 7n,
        priced: 6n,
        savedNanos: 5_000_000n,
      }),
      figure({ ruleId: 'spaced', outcome: 'would_hit', kind: 'normalized', requests: 1n, priced: 0n }),
      ...(['miss', 'bypass', 'error'] as const).map((outcome) => figure({ outcome, kind: '', priced: 0n })),
    ];
    expect(await get(plane, 'stats')).toEqual([
      200,
      {
        since: '2026-02-27',
        outcomes: { hit: 8, would_hit: 10, miss: 1, bypass: 1, error: 1 },
        hits: { exact: 5, normalized: 3, semantic: null },
        savings: { usd: '0.014', requests: 4, unpriced_excluded: 1 },
        unlicensed_savings: { usd: '0.009', requests: 3, unpriced_excluded: 0 },
        shadow_savings: { usd: null, requests: 0, unpriced_excluded: 2 },
        unlicensed_shadow_savings: { usd: '0.005', requests: 6, unpriced_excluded: 2 },
      },
    ]);
  });
});

describe('hits of the kind semantic', () => {
  const hitsOf = async (plane: ManagementFixture): Promise<unknown> => (await get(plane, 'stats'))[1]['hits'];

  it('are 0 before a rule of this kind has any, and remain counted after the last rule is removed', async () => {
    const plane = open();
    plane.cache.hasSemanticRule = true;
    expect(await hitsOf(plane)).toEqual({ exact: 0, normalized: 0, semantic: 0 });
    plane.cache.hasSemanticRule = false;
    plane.cache.figures = [figure({ kind: 'semantic', requests: 2n })];
    expect(await hitsOf(plane)).toEqual({ exact: 0, normalized: 0, semantic: 2 });
  });
});

describe('the value of hits', () => {
  it('is stated for each kind, with the age of the cached answers', async () => {
    const plane = open();
    const kinds = [
      { kind: 'exact', posture: 'licensed', reason: null },
      {
        kind: 'normalized',
        posture: 'cannot_measure',
        reason: 'No evidence compares answers to requests that differ only in what this kind ignores.',
      },
      {
        kind: 'semantic',
        posture: 'cannot_measure',
        reason: 'No evidence compares answers to requests that are similar but not equal.',
      },
    ];
    expect(await get(plane, 'evidence')).toEqual([200, { kinds, entries: 0, bytes: 0, age_seconds: null }]);
    plane.cache.held = { entries: 2, bytes: 30, ages: { p50: 1, p90: 9, max: 9 } };
    expect(await get(plane, 'evidence')).toEqual([
      200,
      { kinds, entries: 2, bytes: 30, age_seconds: { p50: 1, p90: 9, max: 9 } },
    ]);
  });
});

describe('the answers that a cache would have given', () => {
  const approximations = ['fixed_usage', 'recorded_runtime_state', 'fingerprint_approximated'];
  const semantic = {
    cannot_estimate:
      'Facts contain no content. A rule of this kind in shadow mode counts the calls that it would have answered.',
  };

  it('are estimated from similar calls', async () => {
    const plane = open();
    plane.cache.repeats = {
      ...{ calls: 12, comparable: 8, repeats: 3, hits: 2, unpriced: 1 },
      repeatedNanos: 5_000_000_000n,
    };
    expect(await get(plane, 'preview?since=2w')).toEqual([
      200,
      {
        from: '2026-02-15T12:00:00.000Z',
        to: NOW,
        scope: 'team',
        approximations,
        exact: {
          requests: 14,
          comparable: 10,
          repeats: 5,
          repeat_rate: 0.5,
          would_save: { usd: '5', requests: 3, unpriced_excluded: 1 },
        },
        semantic,
      },
    ]);
  });

  it('are not estimated without comparable calls or without facts', async () => {
    const plane = open();
    const [status, none] = await get(plane, 'preview');
    expect([status, none['from'], none['exact']]).toEqual([
      200,
      '2026-01-30T12:00:00.000Z',
      { cannot_estimate: 'No call of the gateway since then says how many tokens it sent.' },
    ]);
    plane.cache.hasFacts = false;
    expect((await get(plane, 'preview?since=24h'))[1]['exact']).toEqual({
      cannot_estimate: 'This deployment has no ClickHouse, where requests are. Ask its operator.',
    });
  });

  it('have unknown dollars if no similar call has a price', async () => {
    const plane = open();
    plane.cache.repeats = { ...{ calls: 2, comparable: 2, repeats: 1, hits: 0, unpriced: 2 }, repeatedNanos: 0n };
    expect((await get(plane, 'preview'))[1]['exact']).toMatchObject({
      would_save: { usd: null, requests: 1, unpriced_excluded: 2 },
    });
  });

  it('can be counted from an instant on', async () => {
    const plane = open();
    await get(plane, 'preview?since=2026-02-28T00:00:00Z');
    expect(plane.cache.askedSince).toEqual([new Date('2026-02-28T00:00:00.000Z')]);
  });

  it.each(['367d', '9000h', '2026-03-01T12:00:00.001Z', '2024-01-01T00:00:00Z', '2026-02-30T99:00:00Z', '1m', 'by'])(
    'are not counted from %s on',
    async (since) => {
      const plane = open();
      expect([(await get(plane, `preview?since=${since}`))[0], plane.cache.askedSince]).toEqual([400, []]);
    },
  );

  it.each(['by=rule', 'value=default'])('refuse the parameter %s', async (query) => {
    expect((await get(open(), `preview?${query}`))[0]).toBe(400);
  });
});

describe('a purge', () => {
  it.each([
    { by: 'entry', value: 'gce_1' },
    { by: 'scope', value: 'team:env_1:team-a' },
    { by: 'rule', value: 'default' },
  ] as const)('by $by removes the named entries and states their number', async (body) => {
    const plane = open();
    expect([await purge(plane, body), plane.cache.purges]).toEqual([[200, { ...body, deleted: 3 }], [body]]);
  });

  it.each([
    { by: 'model', value: 'a' },
    { by: 'rule' },
    { by: 'rule', value: '' },
    { by: 'rule', value: 'a', more: 1 },
  ])('is refused as $by, $value', async (body) => {
    const plane = open();
    expect([(await purge(plane, body))[0], plane.cache.purges]).toEqual([400, []]);
  });

  it('leaves one row in the audit with any outcome', async () => {
    const rowsOf = ({ audit }: ManagementFixture) =>
      audit.rows.map(({ operation, end }) => [operation, end?.outcome, end?.status]);
    const done = open();
    await purge(done, { by: 'rule', value: 'default' });
    expect(rowsOf(done)).toEqual([['management.cache.purge', 'accepted', 200]]);
    const off = open();
    off.cache.isOn = false;
    await purge(off, { by: 'rule', value: 'default' });
    await purge(off, { by: 'rule', value: 'default' });
    expect(rowsOf(off)).toEqual([
      ['management.cache.purge', 'refused', 404],
      ['management.cache.purge', 'refused', 404],
    ]);
    const misshapen = open();
    await purge(misshapen, { by: 'rule' });
    expect(rowsOf(misshapen)).toEqual([['management.cache.purge', 'refused', 400]]);
    const viewer = createManagementFixture({ token: { role: 'viewer', scopes: SCOPES } });
    await purge(viewer, { by: 'rule', value: 'default' });
    expect(rowsOf(viewer)).toEqual([['management.cache.purge', 'refused', 403]]);
  });
});

it.each(['stats', 'evidence', 'preview'])('%s names the setting that enables the cache', async (path) => {
  const plane = open();
  plane.cache.isOn = false;
  const [status, problem] = await get(plane, path);
  expect([status, problem['code'], problem['detail']]).toEqual([
    404,
    'feature_absent',
    'The configuration file of this API enables no cache. Set `cache.enabled` in it, as in the file of the gateway.',
  ]);
});
