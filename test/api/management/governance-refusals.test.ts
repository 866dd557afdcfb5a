import { describe, expect, it } from 'vitest';
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
  it('is listed with its type, its status and its key, and states which details facts do not have', async () => {
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
            unavailable: [
              {
                member: 'limit',
                reason:
                  'Facts do not have the limit and its amounts. The response of the call and its line in the journal have them.',
              },
            ],
          },
        ],
        next_cursor: '',
      },
    });
  });

  it('lacks nothing if no limit refused it, and lists an unknown key and owner', async () => {
    const plane = open();
    plane.governanceRefusals.calls.push(
      makeRefusedCall({ code: 'scope_violation', routeId: 'rt_00000000000000000000000001' }),
      makeRefusedCall({ code: 'enforcement_unavailable', keyId: '', owner: '' }),
    );
    const { refusals } = (await list(plane)).body;
    expect(refusals.map(({ status, key_id: key, owner, route_id: route }) => [status, key, owner, route])).toEqual([
      [403, 'kid_00000000000000000000000001', 'search', 'rt_00000000000000000000000001'],
      [503, null, null, null],
    ]);
    expect(refusals.map(({ unavailable }) => unavailable.map(({ member }) => member))).toEqual([
      [],
      ['limit', 'key_id', 'owner'],
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
    const filter = { code: 'rate_limited', key_id: 'kid_00000000000000000000000002', since: '2w' };
    await list(plane, { ...filter, environment_id: 'env_00000000000000000000000003' });
    expect(plane.governanceRefusals.searches).toEqual([
      {
        since: new Date('2026-02-15T12:00:00.000Z'),
        code: 'rate_limited',
        environmentId: 'env_00000000000000000000000003',
        keyId: 'kid_00000000000000000000000002',
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
    const other = await list(plane, { limit: '1', cursor, code: 'rate_limited' });
    expect([other.status, other.body.errors?.[0]?.pointer]).toEqual([400, '/cursor']);
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
