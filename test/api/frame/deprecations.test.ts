import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { CUSTOMER_LANE } from '../../../api/customer/lane/customer-lane.ts';
import type { OperationRoute } from '../../../api/frame/operations/operation-handler.ts';
import type { Deprecation } from '../../../domain/kernel/deprecation.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { makeRoute, createTestLane } from '../../../testing/apps/test-lane.ts';

const MOVED: Deprecation = { of: { part: 'operation' }, since: '2026-07-25', sunset: '2027-02-01', link: '/moved' };
const OFFSET: Deprecation = { of: { part: 'query', name: 'offset' }, since: '2026-06-01', link: '/cursors' };
const ANNOUNCED = {
  deprecation: '@1784937600',
  sunset: 'Mon, 01 Feb 2027 00:00:00 GMT',
  link: '</moved>; rel="deprecation"',
};
const SILENT = { deprecation: undefined, sunset: undefined, link: undefined };

/** The answer to a read of resources that these records deprecate. */
async function announcedBy(
  records: readonly Deprecation[],
  {
    change = {},
    query = '',
    requests = 1,
  }: { change?: Partial<OperationRoute>; query?: string; requests?: number } = {},
): Promise<{ status: number; headers: object }> {
  const parameters = Type.Object({ offset: Type.Optional(Type.String()) }, { additionalProperties: false });
  const route = makeRoute({ query: parameters, ...change }, { deprecations: records });
  const app = createTestLane(CUSTOMER_LANE, [route], { requestsPerAddress: 1 });
  const url = `${CUSTOMER_LANE.path}/things${query}`;
  let response = await app.inject({ url });
  for (let sent = 1; sent < requests; sent += 1) response = await app.inject({ url });
  const { deprecation, sunset, link } = response.headers;
  return { status: response.statusCode, headers: { deprecation, sunset, link } };
}

describe('a deprecation', () => {
  it('is announced with the answer', async () => {
    expect(await announcedBy([MOVED])).toEqual({ status: 200, headers: ANNOUNCED });
  });

  it('is announced with refusals, even early ones', async () => {
    const refusing = { onRequest: [() => Promise.reject(new Refusal('unauthorized', 'Sign in.'))] };
    expect(await announcedBy([MOVED], { change: refusing })).toEqual({ status: 401, headers: ANNOUNCED });
    expect(await announcedBy([MOVED], { query: '?other=1' })).toEqual({ status: 422, headers: ANNOUNCED });
    expect(await announcedBy([MOVED], { requests: 2 })).toEqual({ status: 429, headers: ANNOUNCED });
    const failing = { answer: () => Promise.reject(new Error('broken')) };
    expect(await announcedBy([MOVED], { change: failing })).toEqual({ status: 500, headers: ANNOUNCED });
  });

  it('is not announced to callers who do not use it', async () => {
    expect(await announcedBy([OFFSET])).toEqual({ status: 200, headers: SILENT });
    expect(await announcedBy([])).toEqual({ status: 200, headers: SILENT });
  });

  it('is announced once for several records, with each link', async () => {
    expect(await announcedBy([MOVED, OFFSET], { query: '?offset=1' })).toEqual({
      status: 200,
      headers: {
        deprecation: '@1780272000',
        sunset: ANNOUNCED.sunset,
        link: '</moved>; rel="deprecation", </cursors>; rel="deprecation"',
      },
    });
  });

  it('is added to the other links of an answer', async () => {
    const linking: OperationRoute['onRequest'] = [
      (_request, reply) => {
        void reply.header('link', '</next>; rel="next"');
        return Promise.resolve();
      },
    ];
    expect((await announcedBy([MOVED], { change: { onRequest: linking } })).headers).toEqual({
      ...ANNOUNCED,
      link: '</next>; rel="next", </moved>; rel="deprecation"',
    });
  });

  it('prevents the start of an application if its end is before its beginning', async () => {
    const app = createTestLane(CUSTOMER_LANE, [makeRoute({}, { deprecations: [{ ...MOVED, sunset: '2026-01-01' }] })]);
    await expect(app.ready()).rejects.toThrow('What /moved deprecates ends before it is deprecated.');
  });

  it('prevents the start of an application if its end comes less than 180 days after its beginning', async () => {
    const app = createTestLane(CUSTOMER_LANE, [makeRoute({}, { deprecations: [{ ...MOVED, sunset: '2027-01-20' }] })]);
    await expect(app.ready()).rejects.toThrow(
      'What /moved deprecates ends after 179 days. Callers need at least 180. Set a later sunset.',
    );
  });

  it('is in the description with its days and its link', async () => {
    const app = createTestLane(CUSTOMER_LANE, [
      makeRoute({}, { deprecations: [OFFSET] }),
      makeRoute({ name: 'tests.others.get' }, { path: '/others' }),
    ]);
    await app.ready();
    const paths = app.swagger().paths as unknown as Record<string, { get: { 'x-deprecations'?: unknown } }>;
    expect(paths[`${CUSTOMER_LANE.path}/things`]?.get['x-deprecations']).toEqual([OFFSET]);
    expect(paths[`${CUSTOMER_LANE.path}/others`]?.get['x-deprecations']).toBeUndefined();
  });

  it('is marked in the description if it affects the complete operation', async () => {
    const app = createTestLane(CUSTOMER_LANE, [
      makeRoute({}, { deprecations: [MOVED] }),
      makeRoute({ name: 'tests.others.get' }, { path: '/others', deprecations: [OFFSET] }),
    ]);
    await app.ready();
    const paths = app.swagger().paths as Record<string, { get: { deprecated?: boolean } }>;
    expect(paths[`${CUSTOMER_LANE.path}/things`]?.get.deprecated).toBe(true);
    expect(paths[`${CUSTOMER_LANE.path}/others`]?.get.deprecated).toBeUndefined();
  });
});
