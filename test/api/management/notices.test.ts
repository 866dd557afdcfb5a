import { expect, it } from 'vitest';
import { SCOPES } from '../../../domain/management/scopes.ts';
import { ADA, createManagementFixture, logInAsAda, TOKEN } from '../../../testing/apps/management-fixture.ts';
import { INSTALLATION_IDS, makeNotice } from '../../../testing/fakes/installation.ts';

const AUTHORIZED = { authorization: 'Bearer known' };
const { workspace, notice: noticeId } = INSTALLATION_IDS;

const SHOWN = {
  notice_id: noticeId,
  kind: 'quality.judge.demoted',
  title: 'A judge was demoted. Its verdicts no longer count as measured.',
  about: '5c1f0a9be2d4',
  detail: 'Judge judge.safety, metric safety. Kappa is too low.',
  happened_at: '2026-03-01T10:00:00.000Z',
  last_at: '2026-03-01T10:00:00.000Z',
  times: 1,
};

const open = () => createManagementFixture({ token: { role: 'viewer', scopes: SCOPES }, role: 'viewer' });

it('lists notices, and marks them as read once', async () => {
  const { app } = open();
  const list = async (query = '') =>
    (await app.inject({ url: `/tt/api/v1/notices${query}`, headers: AUTHORIZED })).json<object>();
  expect(await list()).toEqual({ notices: [SHOWN], next_cursor: '' });
  const read = { ...SHOWN, read_at: '2026-03-01T12:00:00.000Z' };
  const url = `/tt/api/v1/notices/${noticeId}/read`;
  for (let times = 0; times < 2; times += 1) {
    const answer = await app.inject({ method: 'POST', url, headers: AUTHORIZED });
    expect([answer.statusCode, answer.json()]).toEqual([200, read]);
  }
  expect(await list('?state=unread')).toEqual({ notices: [], next_cursor: '' });
  expect(await list('?state=read')).toEqual({ notices: [read], next_cursor: '' });
});

it('continues at a cursor, for the same filter only', async () => {
  const { app, installation } = open();
  const ids = ['ntc_00000000000000000000000003', 'ntc_00000000000000000000000002'];
  installation.notices = ids.map((id) => makeNotice({ noticeId: id, workspaceId: workspace }));
  const ask = async (query: string) => {
    const answer = await app.inject({ url: `/tt/api/v1/notices?${query}`, headers: AUTHORIZED });
    return [answer.statusCode, answer.json<{ notices: { notice_id: string }[]; next_cursor: string }>()] as const;
  };
  const filter = `workspace_id=${workspace}`;
  const [, first] = await ask(`${filter}&limit=1`);
  expect(first.notices.map(({ notice_id: id }) => id)).toEqual([ids[0]]);
  const [, second] = await ask(`${filter}&cursor=${first.next_cursor}`);
  expect([second.notices.map(({ notice_id: id }) => id), second.next_cursor]).toEqual([[ids[1]], '']);
  expect((await ask(`cursor=${first.next_cursor}`))[0]).toBe(400);
});

it('shows a kind of a later version with a general title', async () => {
  const { app, installation } = open();
  installation.notices = [makeNotice({ kind: 'gateway.process.silent' })];
  const { notices } = (await app.inject({ url: '/tt/api/v1/notices', headers: AUTHORIZED })).json<{
    notices: object[];
  }>();
  expect(notices).toMatchObject([
    { kind: 'gateway.process.silent', title: 'A later version of the service reports an event of another kind.' },
  ]);
});

it('has one read state for all sessions of a user, and one for each token', async () => {
  const plane = open();
  await plane.app.inject({ url: '/tt/api/v1/notices', headers: AUTHORIZED });
  for (let sessions = 0; sessions < 2; sessions += 1)
    await plane.app.inject({ url: '/tt/api/v1/notices', headers: await logInAsAda(plane) });
  expect(plane.installation.readers).toEqual([TOKEN.tokenId, ADA.userId, ADA.userId]);
});
