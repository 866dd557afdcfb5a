import { describe, expect, it } from 'vitest';
import type { RefusingLimitFact } from '../../../analytics/gateway/refusal-reader.ts';
import type { GovernanceRefusals } from '../../../contracts/gateway/refusals/governance-refusal.ts';
import type { ManagementProblem } from '../../../contracts/management/problem.ts';
import { createManagementFixture, type ManagementFixture } from '../../../testing/apps/management-fixture.ts';
import { makeRefusedCall } from '../../../testing/fakes/governance-refusals.ts';

const open = (): ManagementFixture => createManagementFixture({ token: { scopes: ['analytics:read'] } });

async function list(
  { app }: ManagementFixture,
  query: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: GovernanceRefusals & ManagementProblem }> {
  const headers = { authorization: 'Bearer known' };
  const answer = await app.inject({ url: '/tt/api/v1/governance/refusals', headers, query });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json<GovernanceRefusals & ManagementProblem>(),
  };
}

/** Adds refused calls, one a second, the newest first. */
function refuse({ governanceRefusals }: ManagementFixture, count: number): void {
  for (let seconds = 0; seconds < count; seconds += 1) {
    const number = String(count - seconds).padStart(26, '0');
    const admittedAt = new Date(Date.parse('2026-03-01T11:59:00.000Z') - seconds * 1_000);
    governanceRefusals.calls.push(makeRefusedCall({ requestId: `greq_${number}`, admittedAt, refusedAt: admittedAt }));
  }
}

const idsOf = ({ refusals }: GovernanceRefusals): string[] =>
  refusals.map(({ req_id: id }) => id.replace(/^greq_0*/, ''));

describe('a refused call', () => {
  it('is listed with its type, its status, its key, and the limit that refused it', async () => {
    const plane = open();
    plane.governanceRefusals.calls.push(makeRefusedCall());
    expect(await list(plane)).toMatchObject({
      status: 200,
      body: {
        since: '2026-02-28T12:00:00.000Z',
        refusals: [
          {
            req_id: 'greq_00000000000000000000000001',
            admitted_at: '2026-03-01T11:59:00.000Z',
            refused_at: '2026-03-01T11:59:00.002Z',
            code: 'budget_exceeded',
            status: 429,
            organization_id: 'org_00000000000000000000000001',
            workspace_id: 't_00000000000000000000000001',
            application_id: 'app_00000000000000000000000001',
            gateway_id: 'gw_00000000000000000000000001',
            environment_id: 'env_00000000000000000000000001',
            owner: 'search',
            key_id: 'kid_00000000000000000000000001',
            route_id: null,
            refused_by_limit: {
              id: 'team-month',
              node: 'team:org_00000000000000000000000001:search',
              unit: 'usd',
              limit: '500',
              observed: '499.98',
              bound: '10',
              resets_at: '2026-04-01T00:00:00.000Z',
            },
            unavailable: [],
          },
        ],
        next_cursor: '',
      },
    });
  });

  it('lacks nothing if no limit refused it, and lists an unknown key and owner', async () => {
    const plane = open();
    plane.governanceRefusals.calls.push(
      makeRefusedCall({ code: 'scope_violation', limit: undefined, routeId: 'rt_00000000000000000000000001' }),
      makeRefusedCall({ code: 'enforcement_unavailable', limit: undefined, keyId: '', owner: '' }),
    );
    const { refusals } = (await list(plane)).body;
    expect(refusals.map(({ refused_by_limit: limit }) => limit)).toEqual([null, null]);
    expect(refusals.map(({ status, key_id: key, owner, route_id: route }) => [status, key, owner, route])).toEqual([
      [403, 'kid_00000000000000000000000001', 'search', 'rt_00000000000000000000000001'],
      [503, null, null, null],
    ]);
    expect(refusals.map(({ unavailable }) => unavailable.map(({ member }) => member))).toEqual([
      [],
      ['refused_by_limit', 'key_id', 'owner'],
    ]);
  });

  it('has amounts in the unit of its limit, without a window for calls in flight', async () => {
    const plane = open();
    const slots = { id: 'slots', node: 'key:kid_1', unit: 'calls', limit: '2', observed: '2', bound: '1' } as const;
    plane.governanceRefusals.calls.push(
      makeRefusedCall({ code: 'concurrency_exceeded', limit: { ...slots, resetsAt: undefined } }),
    );
    const [refusal] = (await list(plane)).body.refusals;
    expect([refusal?.refused_by_limit, refusal?.unavailable]).toEqual([{ ...slots, resets_at: null }, []]);
  });

  it('states which details of its limit are unavailable, and why', async () => {
    const plane = open();
    const limit: RefusingLimitFact = {
      ...{ id: 'day', node: 'key:kid_1', unit: 'requests', limit: '9', observed: undefined, bound: '1' },
      resetsAt: new Date('2026-03-02T00:00:00.000Z'),
    };
    plane.governanceRefusals.calls.push(
      makeRefusedCall({ code: 'quota_exhausted', limit: undefined }),
      makeRefusedCall({ code: 'enforcement_unavailable', limit: undefined }),
      makeRefusedCall({ code: 'quota_exhausted', limit }),
      makeRefusedCall({ code: 'enforcement_unavailable', limit }),
    );
    const { refusals } = (await list(plane)).body;
    expect(refusals.map(({ refused_by_limit: shown }) => shown && shown.observed)).toEqual([null, null, null, null]);
    expect(refusals.map(({ refused_by_limit: shown }) => shown?.id)).toEqual([undefined, undefined, 'day', 'day']);
    expect(refusals.map(({ unavailable }) => unavailable)).toEqual([
      [
        {
          member: 'refused_by_limit',
          reason:
            'The row is from a gateway or a worker that did not store the limit of a refusal as a fact. The response of the call has it.',
        },
      ],
      [
        {
          member: 'refused_by_limit',
          reason:
            'The row names no limit. The gateway could not check the key, or its version did not store limits as facts.',
        },
      ],
      [
        {
          member: 'refused_by_limit.observed',
          reason: 'After 100 refusals of a key in a minute, the gateway leaves the used amount out of further rows.',
        },
      ],
      [
        {
          member: 'refused_by_limit.observed',
          reason: 'The gateway did not reach Postgres, which counts the used amount.',
        },
      ],
    ]);
  });
});

describe('the list of refused calls', () => {
  it('continues with a cursor, without rows that arrived meanwhile', async () => {
    const plane = open();
    refuse(plane, 5);
    const first = (await list(plane, { limit: '2' })).body;
    expect(idsOf(first)).toEqual(['5', '4']);
    plane.governanceRefusals.calls.unshift(makeRefusedCall({ requestId: 'greq_00000000000000000000000006' }));
    const second = (await list(plane, { limit: '2', cursor: first.next_cursor })).body;
    expect(idsOf(second)).toEqual(['3', '2']);
    const third = (await list(plane, { limit: '2', cursor: second.next_cursor })).body;
    expect([idsOf(third), third.next_cursor]).toEqual([['1'], '']);
  });

  it('passes its filters and the retention horizons to the read', async () => {
    const plane = open();
    plane.governanceRefusals.horizons.set('t_1', new Date('2026-02-01T00:00:00.000Z'));
    const filter = { code: 'rate_limited', key_id: 'kid_00000000000000000000000002', limit_id: 'ci-rate', since: '2w' };
    await list(plane, { ...filter, environment_id: 'env_00000000000000000000000003' });
    expect(plane.governanceRefusals.searches).toEqual([
      {
        since: new Date('2026-02-15T12:00:00.000Z'),
        code: 'rate_limited',
        environmentId: 'env_00000000000000000000000003',
        keyId: 'kid_00000000000000000000000002',
        limitId: 'ci-rate',
        horizons: plane.governanceRefusals.horizons,
        after: undefined,
        ...{ offset: 0, limit: 51 },
      },
    ]);
  });

  it('refuses a cursor of other filters', async () => {
    const plane = open();
    refuse(plane, 3);
    const { next_cursor: cursor } = (await list(plane, { limit: '1' })).body;
    for (const filter of [{ code: 'rate_limited' }, { limit_id: 'team-month' }]) {
      const other = await list(plane, { limit: '1', cursor, ...filter });
      expect([other.status, other.body.errors?.[0]?.pointer]).toEqual([400, '/cursor']);
    }
  });

  it('refuses the id of a limit in another form', async () => {
    const { status, body } = await list(open(), { limit_id: 'team month' });
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/limit_id']);
  });

  it('refuses a time that is too long ago', async () => {
    expect(await list(open(), { since: '53w' })).toMatchObject({
      status: 400,
      body: { detail: '`since` must be within the last 366 days. Send a later instant.' },
    });
  });
});

describe('the parameter offset', () => {
  const ANNOUNCED = {
    deprecation: '@1784937600',
    sunset: 'Mon, 01 Feb 2027 00:00:00 GMT',
    link: '</tt/api/docs>; rel="deprecation"',
  };

  it('skips rows, and announces its deprecation', async () => {
    const plane = open();
    refuse(plane, 5);
    const { status, headers, body } = await list(plane, { limit: '2', offset: '1' });
    expect([status, idsOf(body)]).toEqual([200, ['4', '3']]);
    expect(headers).toMatchObject(ANNOUNCED);
    const next = await list(plane, { limit: '2', cursor: body.next_cursor });
    expect(idsOf(next.body)).toEqual(['2', '1']);
  });

  it('announces its deprecation also with refusals', async () => {
    const plane = open();
    const { status, headers } = await list(plane, { offset: '-1' });
    expect(status).toBe(400);
    expect(headers).toMatchObject(ANNOUNCED);
  });

  it('is refused together with a cursor', async () => {
    const plane = open();
    refuse(plane, 3);
    const { next_cursor: cursor } = (await list(plane, { limit: '1' })).body;
    expect(await list(plane, { limit: '1', cursor, offset: '1' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/offset' }] },
    });
  });

  it('is announced to nobody who does not send it', async () => {
    const { headers } = await list(open());
    expect([headers['deprecation'], headers['sunset'], headers['link']]).toEqual([undefined, undefined, undefined]);
  });
});
