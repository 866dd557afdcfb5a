import { describe, expect, it } from 'vitest';
import type { ManagementProblem } from '../../../../contracts/management/problem.ts';
import {
  ACTING_SUBJECT_ID,
  createManagementFixture,
  logInAsAda,
  SUBJECT_KEY,
} from '../../../../testing/apps/management-fixture.ts';
import { BOB } from '../../../../testing/fakes/access-administration.ts';

describe('acting for a subject of the customer lane', () => {
  it('needs a management key of the subject, which is stored nowhere', async () => {
    const plane = createManagementFixture();
    const headers = await logInAsAda(plane);
    const bind = (management_key: string) =>
      plane.app.inject({ method: 'PUT', url: '/tt/api/v1/me/subject', headers, payload: { management_key } });
    const refused = await bind('ttm_another');
    expect([refused.statusCode, refused.json<ManagementProblem>().detail]).toEqual([
      403,
      'The key is not an active management key. Send a management key (`ttm_…`).',
    ]);
    const answer = await bind(SUBJECT_KEY);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { subject_id: ACTING_SUBJECT_ID, label: 'ada' }]);
    expect(plane.accessChanges).toEqual(['subject_bound']);
    expect(JSON.stringify(plane.audit.rows)).not.toContain(SUBJECT_KEY);
    expect(plane.audit.rows.at(-1)).toMatchObject({
      operation: 'management.me.bind_subject',
      end: { outcome: 'accepted', targets: expect.arrayContaining([ACTING_SUBJECT_ID]) as string[] },
    });
  });

  it('ends for the own user, and by an admin with every scope for every user', async () => {
    const own = createManagementFixture({ role: 'viewer' });
    const unbind = (userId: string, headers: Record<string, string>) =>
      own.app.inject({ method: 'DELETE', url: `/tt/api/v1/users/${userId}/subject`, headers });
    const refused = await unbind(BOB.userId, await logInAsAda(own));
    expect([refused.statusCode, own.accessChanges]).toEqual([404, []]);
    const admin = createManagementFixture({ role: 'admin' });
    const answer = await admin.app.inject({
      method: 'DELETE',
      url: `/tt/api/v1/users/${BOB.userId}/subject`,
      headers: await logInAsAda(admin),
    });
    expect([answer.statusCode, admin.accessChanges]).toEqual([200, ['subject_unbound']]);
  });
});
