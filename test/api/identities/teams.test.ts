import { describe, expect, it } from 'vitest';
import { NEXT_WORKSPACE_ID, ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import { putTeam } from '../../../testing/identities/made-service.ts';
import { MAX_TEAMS } from '../../../domain/tenancy/identity-limits.ts';

describe('customer.teams.create', () => {
  it('answers 201 with the team of the workspace', async () => {
    const { data } = await new TestApi().client().teams.create({ name: 'Search' });
    expect(data).toEqual({
      team_id: expect.stringMatching(/^team_/) as string,
      organization_id: ORGANIZATION_ID,
      workspace_id: WORKSPACE_ID,
      name: 'Search',
      created_by: SUBJECTS.owner,
      created_at: '2026-03-01T12:00:00.000Z',
    });
  });

  it('answers 403 in a deployment without teams, with the setting', async () => {
    const api = new TestApi();
    api.plane.identities.teams.areEnabled = false;
    const { teams } = api.client();
    for (const call of [() => teams.create({ name: 'Search' }), () => teams.list().page()])
      expect(await toRefusal(call())).toMatchObject({
        status: 403,
        detail:
          'This deployment has no teams of credentials. Omit the teams, or ask its operator to set TRUETALLY_KEY_TEAMS to `on`.',
      });
  });

  it('answers 403 to a caller with `members.manage` on a part of the workspace', async () => {
    const api = new TestApi();
    const caller = api.plane.callers.get(SUBJECTS.narrow)!;
    const [binding] = caller.bindings;
    api.plane.callers.set(SUBJECTS.narrow, { ...caller, bindings: [{ ...binding!, actions: ['members.manage'] }] });
    expect(await toRefusal(api.client('narrow').teams.create({ name: 'x' }))).toMatchObject({
      status: 403,
      detail:
        'Your access does not include `members.manage` on the complete workspace. Ask an operator for this permission.',
    });
  });

  it('answers 409 at the maximum of a workspace', async () => {
    const api = new TestApi();
    for (let number = 1; number <= MAX_TEAMS; number += 1) putTeam(api.plane.identities, number);
    const refused = await toRefusal(api.client().teams.create({ name: 'x' }));
    expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'limit_reached']);
  });
});

describe('customer.teams.list', () => {
  it('answers 200 with the teams of the workspace alone, newest first and page by page', async () => {
    const api = new TestApi();
    const [one, two] = [1, 2].map((number) => putTeam(api.plane.identities, number));
    putTeam(api.plane.identities, 3, { workspace_id: NEXT_WORKSPACE_ID });
    const first = await api.client().teams.list({ limit: 1 }).page();
    expect(first.items).toEqual([two]);
    const { nextCursor: cursor } = first;
    expect((await api.client().teams.list({ limit: 1, cursor }).page()).items).toEqual([one]);
  });
});
