import { describe, expect, it } from 'vitest';
import { EPOCH_HEADER } from '../../../contracts/wire/epoch-header.ts';
import { MANAGEMENT_EPOCH } from '../../../contracts/management/version.ts';
import type { ManagementProblem } from '../../../contracts/management/problem.ts';
import { ADA, createManagementFixture } from '../../../testing/apps/management-fixture.ts';

const OTHER = String(MANAGEMENT_EPOCH + 1);
const KNOWN = { authorization: 'Bearer known' };
const LOGIN = { method: 'POST', url: '/tt/api/v1/login', payload: { name: ADA.name, password: ADA.password } } as const;

const read = (url: string, headers: Record<string, string> = {}) =>
  createManagementFixture().app.inject({ url, headers });

describe('an answer of the management plane states the epoch', () => {
  it.each([
    ['a success', 200, '/tt/api/v1/me', KNOWN],
    ['a refusal', 401, '/tt/api/v1/me', {}],
    ['an unknown path', 404, '/tt/api/v1/nothing', {}],
  ])('of %s', async (_name, status, url, headers) => {
    const answer = await read(url, headers);
    expect([answer.statusCode, answer.headers[EPOCH_HEADER]]).toEqual([status, String(MANAGEMENT_EPOCH)]);
  });
});

describe('a request for another epoch', () => {
  it('is refused, also if its credential is known', async () => {
    const answer = await read('/tt/api/v1/me', { ...KNOWN, [EPOCH_HEADER]: OTHER });
    const { code, detail } = answer.json<ManagementProblem>();
    expect([answer.statusCode, code, answer.headers[EPOCH_HEADER]]).toEqual([
      400,
      'bad_request',
      String(MANAGEMENT_EPOCH),
    ]);
    expect(detail).toBe(
      `This server has epoch ${MANAGEMENT_EPOCH}, not that of \`x-tt-epoch\`. ` +
        `Use a client for epoch ${MANAGEMENT_EPOCH}.`,
    );
  });

  it('has no effect', async () => {
    const plane = createManagementFixture();
    const answer = await plane.app.inject({ ...LOGIN, headers: { [EPOCH_HEADER]: OTHER } });
    expect([answer.statusCode, plane.logins, plane.sessions.size]).toEqual([400, [], 0]);
  });

  it.each(['two', '', '2, 2', '2.0'])('is refused if it names %j', async (epoch) => {
    expect((await read('/tt/api/v1/me', { ...KNOWN, [EPOCH_HEADER]: epoch })).statusCode).toBe(400);
  });

  it.each(['/tt/api/v1/capabilities', '/tt/api/openapi.json'])('can read %s', async (url) => {
    expect((await read(url, { [EPOCH_HEADER]: OTHER })).statusCode).toBe(200);
  });
});

it('a request for the epoch of the server is answered', async () => {
  expect((await read('/tt/api/v1/me', { ...KNOWN, [EPOCH_HEADER]: String(MANAGEMENT_EPOCH) })).statusCode).toBe(200);
});
