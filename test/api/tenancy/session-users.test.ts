import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../api/ports/session-users.ts';
import { makeView } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, OTHER_ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const ADA = {
  sessionId: 'tok_0000000000000000000000000a',
  userId: 'usr_00000000000000000000000001',
  subjectId: SUBJECTS.owner,
};
const VIEWS = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`;
const COOKIE = { cookie: 'truetally_session=known' };

/** The customer lane at an origin where the cookie `known` is the session of a user. */
function createOrigin(user: SessionUser = ADA): TestApi {
  return new TestApi({
    sessionUsers: {
      find: ({ headers }) => Promise.resolve(headers.cookie === COOKIE.cookie ? user : undefined),
    },
  });
}

describe('a user with a session', () => {
  it('has the rights of the subject, without a key', async () => {
    const api = createOrigin();
    const me = await api.get('/me', { as: 'nobody', headers: COOKIE });
    expect([me.status, me.body]).toMatchObject([200, { data: { subject_id: SUBJECTS.owner } }]);
    const other = `/organizations/${OTHER_ORGANIZATION_ID}/workspaces`;
    expect((await api.get(other, { as: 'nobody', headers: COOKIE })).status).toBe(404);
  });

  it('is named by the audit with the subject and the session', async () => {
    const api = createOrigin();
    const created = await api.post(VIEWS, { as: 'nobody', headers: COOKIE, body: makeView() });
    expect(created.status).toBe(201);
    expect(api.audit.rows).toMatchObject([
      {
        operation: 'customer.saved_views.create',
        subjectId: ADA.subjectId,
        userId: ADA.userId,
        credentialId: ADA.sessionId,
      },
    ]);
  });

  it.each([
    [201, { 'sec-fetch-site': 'same-origin' }],
    [201, { 'sec-fetch-site': 'none' }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { origin: 'https://evil.example' }],
  ])('gets %i if a browser sends %j with a write', async (status, browserHeaders) => {
    const api = createOrigin();
    const answer = await api.post(VIEWS, { as: 'nobody', headers: { ...COOKIE, ...browserHeaders }, body: makeView() });
    expect([answer.status, api.plane.written()]).toEqual([status, status === 201 ? 1 : 0]);
  });

  it('has no rights without a subject, or with one that does not exist', async () => {
    for (const subjectId of [undefined, 'sub_00000000000000000000000099']) {
      const answer = await createOrigin({ ...ADA, subjectId }).get('/me', { as: 'nobody', headers: COOKIE });
      expect([answer.status, answer.body['detail']]).toEqual([
        401,
        'Your user acts for no subject of this lane. Send a management key to `PUT /me/subject` of the management plane, or ask an operator.',
      ]);
    }
  });

  it('is not recognized if the request has a key, or another cookie', async () => {
    const api = createOrigin({ ...ADA, subjectId: SUBJECTS.stranger });
    const me = await api.get('/me', { as: 'owner', headers: COOKIE });
    expect(me.body).toMatchObject({ data: { subject_id: SUBJECTS.owner } });
    expect((await api.get('/me', { as: 'nobody', headers: { cookie: 'truetally_session=other' } })).status).toBe(401);
  });

  it('has no session at the origin of the API, which accepts keys alone', async () => {
    expect((await new TestApi().get('/me', { as: 'nobody', headers: COOKIE })).status).toBe(401);
  });
});
