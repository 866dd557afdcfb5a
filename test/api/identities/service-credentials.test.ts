import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ServiceCredentialRotate } from '../../../clients/typescript/wire.ts';
import { demoId, ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { ENVIRONMENT_IDS } from '../../../testing/api/made-route.ts';
import type { Problem } from '../../../contracts/problems/customer-problem.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import {
  makeCredentialBody,
  putService,
  putServiceCredential,
  putTeam,
} from '../../../testing/identities/made-service.ts';
import { MAX_CREDENTIALS_IN_FORCE } from '../../../domain/tenancy/identity-limits.ts';
import type { Action } from '../../../domain/tenancy/actions.ts';

const KEY = /^ttv_[0-9a-f]{76}[0-9A-Za-z]{6}$/;
const SERVICE = demoId('serviceIdentity', 1);

function prepared(): TestApi {
  const api = new TestApi();
  putService(api.plane.identities);
  return api;
}

/** Gives `narrow` these actions on the first application, and no others. */
function permit(api: TestApi, ...actions: Action[]): void {
  const caller = api.plane.callers.get(SUBJECTS.narrow)!;
  const [binding] = caller.bindings;
  api.plane.callers.set(SUBJECTS.narrow, { ...caller, bindings: [{ ...binding!, actions }] });
}

describe('customer.service_credentials.create', () => {
  it('answers 201 with the credential and its text, which is stored nowhere', async () => {
    const api = prepared();
    const body = makeCredentialBody({ ttl_days: 30 });
    const { data } = await api.client().serviceCredentials.create(SERVICE, body);
    const { token, credential } = data;
    expect(token).toMatch(KEY);
    expect(credential).toEqual({
      credential_id: expect.stringMatching(/^kid_/) as string,
      service_id: SERVICE,
      organization_id: ORGANIZATION_ID,
      workspace_id: WORKSPACE_ID,
      application_id: ENVIRONMENT_IDS.applicationId,
      gateway_id: ENVIRONMENT_IDS.gatewayId,
      environment_id: ENVIRONMENT_IDS.environmentId,
      label: 'production',
      grants: ['models.call'],
      team_ids: [],
      ttl_days: 30,
      readiness: 'minted',
      operation_id: expect.stringMatching(/^kop_/) as string,
      created_by: SUBJECTS.owner,
      created_at: '2026-03-01T12:00:00.000Z',
      expires_at: '2026-03-31T12:00:00.000Z',
    });
    const kept = JSON.stringify([api.audit.rows, [...api.plane.identities.credentialRows], api.plane.keys.used()]);
    for (const secret of [token, token.slice(16, 80), createHash('sha256').update(token).digest('hex')])
      expect(kept).not.toContain(secret);
    const second = await api.client().serviceCredentials.create(SERVICE, body);
    expect(second.data.credential.credential_id).not.toBe(credential.credential_id);
  });

  it('answers 422 to an idempotency key, to a foreign gateway and to rights that exclude each other', async () => {
    const api = prepared();
    const path = `/organizations/${ORGANIZATION_ID}/service-identities/${SERVICE}/credentials`;
    const headers = { 'idempotency-key': 'once' };
    expect((await api.post(path, { body: makeCredentialBody(), headers })).status).toBe(422);
    const pointerOf = async (body: object): Promise<unknown> => {
      const { status, body: problem } = await api.post<{ errors: { pointer: string }[] }>(path, {
        body: { ...makeCredentialBody(), ...body },
      });
      return [status, problem.errors[0]?.pointer];
    };
    const own = ENVIRONMENT_IDS.gatewayId;
    expect(await pointerOf({ gateway_ids: [own, demoId('gateway', 2)] })).toEqual([422, '/gateway_ids/1']);
    expect(await pointerOf({ gateway_ids: [] })).toEqual([422, '/gateway_ids']);
    expect(await pointerOf({ grants: ['models.call', 'traffic.write'] })).toEqual([422, '/grants']);
    expect(await pointerOf({ ttl_days: 366 })).toEqual([422, '/ttl_days']);
    expect(await pointerOf({ ttl_days: 0 })).toEqual([422, '/ttl_days']);
    const nine = Array.from({ length: 9 }, (_, index) => demoId('team', index + 1));
    expect(await pointerOf({ team_ids: nine })).toEqual([422, '/team_ids']);
    expect(api.plane.identities.credentialRows.size).toBe(0);
  });

  it('answers 404 for an environment of another workspace, one out of sight, and a missing one', async () => {
    const api = prepared();
    permit(api, 'keys.manage');
    for (const [as, number] of [
      ['owner', 8],
      ['owner', 77],
      ['narrow', 3],
    ] as const) {
      const body = makeCredentialBody({ environment_id: demoId('environment', number) });
      expect((await toRefusal(api.client(as).serviceCredentials.create(SERVICE, body))).status, as).toBe(404);
    }
  });

  it('answers 403 for a right that the caller does not hold, and 201 with it', async () => {
    const api = prepared();
    const feedback = makeCredentialBody({ grants: ['feedback.write'] });
    permit(api, 'keys.manage');
    expect((await api.client('narrow').serviceCredentials.create(SERVICE, makeCredentialBody())).data.token).toMatch(
      KEY,
    );
    for (const body of [feedback, makeCredentialBody({ grants: ['traffic.write'] })])
      expect(await toRefusal(api.client('narrow').serviceCredentials.create(SERVICE, body))).toMatchObject({
        status: 403,
        detail:
          'Your access to this environment does not include `feedback.write`. Ask an operator for this permission.',
      });
    permit(api, 'keys.manage', 'feedback.write');
    const { credential } = (await api.client('narrow').serviceCredentials.create(SERVICE, feedback)).data;
    // The API looks up every credential, so it works at once.
    expect([credential.grants, credential.readiness]).toEqual([['feedback.write'], 'ready']);
  });

  it('names teams only with `members.manage`, in a deployment with teams, and of its workspace', async () => {
    const api = prepared();
    const { team_id: team } = putTeam(api.plane.identities);
    const foreign = putTeam(api.plane.identities, 2, { workspace_id: demoId('workspace', 2) }).team_id;
    const create = (as: 'owner' | 'narrow', ...teams: string[]) =>
      api.client(as).serviceCredentials.create(SERVICE, makeCredentialBody({ team_ids: teams }));
    permit(api, 'keys.manage');
    expect(await toRefusal(create('narrow', team))).toMatchObject({
      status: 403,
      detail: 'Your access to this environment does not include `members.manage`. Ask an operator for this permission.',
    });
    expect((await create('owner', team)).data.credential.team_ids).toEqual([team]);
    const texts = [await toRefusal(create('owner', foreign)), await toRefusal(create('owner', demoId('team', 77)))];
    expect(texts.map(({ status, detail }) => [status, detail])).toEqual(
      Array(2).fill([404, 'There is no such team in this workspace. Check the ids in the list of teams.']),
    );
    api.plane.identities.teams.areEnabled = false;
    expect(await toRefusal(create('owner', team))).toMatchObject({ status: 403, type: 'forbidden' });
    expect((await create('owner')).data.credential.team_ids).toEqual([]);
  });

  it('answers 409 at the maximum of credentials in force, and 201 after one was revoked', async () => {
    const api = prepared();
    for (let number = 1; number <= MAX_CREDENTIALS_IN_FORCE; number += 1)
      putServiceCredential(api.plane.identities, number);
    const create = () => api.client().serviceCredentials.create(SERVICE, makeCredentialBody());
    const refused = await toRefusal(create());
    expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'limit_reached']);
    await api.client().serviceCredentials.revoke(demoId('serviceCredential', 1));
    expect((await create()).data.token).toMatch(KEY);
  });
});

describe('customer.service_credentials.list and get', () => {
  it('answer 200 without texts, and hide credentials of environments without `keys.manage`', async () => {
    const api = prepared();
    putServiceCredential(api.plane.identities, 1);
    putServiceCredential(api.plane.identities, 2, {
      application_id: demoId('application', 2),
      gateway_id: demoId('gateway', 3),
      environment_id: demoId('environment', 3),
    });
    permit(api, 'keys.manage');
    const idsOf = async (as: 'owner' | 'narrow') =>
      (await api.client(as).serviceCredentials.list(SERVICE).page()).items.map(({ credential_id: id }) => id);
    expect(await idsOf('owner')).toEqual([demoId('serviceCredential', 2), demoId('serviceCredential', 1)]);
    expect(await idsOf('narrow')).toEqual([demoId('serviceCredential', 1)]);
    const hidden = await toRefusal(api.client('narrow').serviceCredentials.get(demoId('serviceCredential', 2)));
    const missing = await toRefusal(api.client('narrow').serviceCredentials.get(demoId('serviceCredential', 77)));
    expect([hidden.status, hidden.detail]).toEqual([404, missing.detail]);
    const { data } = await api.client('narrow').serviceCredentials.get(demoId('serviceCredential', 1));
    expect([data.readiness, 'token' in data]).toEqual(['ready', false]);
  });
});

describe('customer.service_credentials.rotate', () => {
  const id = demoId('serviceCredential', 1);

  it('answers 201 with a successor, and ends the predecessor after 15 minutes by default', async () => {
    const api = prepared();
    const { team_id: team } = putTeam(api.plane.identities);
    putServiceCredential(api.plane.identities, 1, { team_ids: [team], ttl_days: 30, label: 'edge' });
    const { data } = await api.client().serviceCredentials.rotate(id, {});
    expect(data.token).toMatch(KEY);
    expect(data.credential).toMatchObject({
      label: 'edge',
      team_ids: [team],
      ttl_days: 30,
      expires_at: '2026-03-31T12:00:00.000Z',
      predecessor_id: id,
      readiness: 'minted',
    });
    expect(data.predecessor).toMatchObject({
      credential_id: id,
      expires_at: '2026-03-01T12:15:00.000Z',
      successor_id: data.credential.credential_id,
      readiness: 'ready',
    });
    api.now = new Date('2026-03-01T12:15:00.000Z');
    expect((await api.client().serviceCredentials.get(id)).data.readiness).toBe('expired');
  });

  it.each<[ServiceCredentialRotate, string, string | undefined]>([
    [{ overlap_minutes: 0 }, 'expired', undefined],
    [{ overlap_minutes: 1_440 }, 'ready', undefined],
    [{ revoke_previous_now: true }, 'revoked', '2026-03-01T12:00:00.000Z'],
  ])('ends the predecessor as %j asks', async (body, readiness, revokedAt) => {
    const api = prepared();
    putServiceCredential(api.plane.identities);
    const { predecessor } = (await api.client().serviceCredentials.rotate(id, body)).data;
    expect([predecessor.readiness, predecessor.revoked_at]).toEqual([readiness, revokedAt]);
  });

  it('answers 422 to an overlap out of bounds, and to an overlap next to an immediate revocation', async () => {
    const api = prepared();
    putServiceCredential(api.plane.identities);
    const bodies = [
      { overlap_minutes: -1 },
      { overlap_minutes: 1_441 },
      { overlap_minutes: 5, revoke_previous_now: true },
    ];
    for (const body of bodies) {
      const path = `/organizations/${ORGANIZATION_ID}/service-credentials/${id}/rotate`;
      const refused = await api.call<Problem>('POST', path, { body });
      expect([refused.status, refused.body.errors[0]?.pointer], JSON.stringify(body)).toEqual([
        422,
        '/overlap_minutes',
      ]);
    }
    expect(api.plane.identities.credentialRows.size).toBe(1);
  });

  it('removes the teams only with `members.manage`, and keeps them without a change of teams', async () => {
    const api = prepared();
    const { team_id: team } = putTeam(api.plane.identities);
    putServiceCredential(api.plane.identities, 1, { team_ids: [team] });
    permit(api, 'keys.manage');
    expect((await toRefusal(api.client('narrow').serviceCredentials.rotate(id, { team_ids: [] }))).status).toBe(403);
    const kept = (await api.client('narrow').serviceCredentials.rotate(id, {})).data.credential;
    expect(kept.team_ids).toEqual([team]);
    const { data } = await api.client().serviceCredentials.rotate(kept.credential_id, { team_ids: [] });
    expect(data.credential.team_ids).toEqual([]);
  });

  it('answers 403 if the credential has a right that the caller does not hold', async () => {
    const api = prepared();
    putServiceCredential(api.plane.identities, 1, { grants: ['models.call', 'feedback.write'] });
    permit(api, 'keys.manage');
    expect((await toRefusal(api.client('narrow').serviceCredentials.rotate(id, {}))).status).toBe(403);
  });

  it('answers 409 for a credential that was rotated, has expired or was revoked', async () => {
    const api = prepared();
    for (const [number, change] of [
      [1, {}],
      [2, { expires_at: '2026-03-01T12:00:00.000Z' }],
      [3, { revoked_at: '2026-03-01T11:00:00.000Z' }],
    ] as const)
      putServiceCredential(api.plane.identities, number, change);
    await api.client().serviceCredentials.rotate(id, {});
    for (const number of [1, 2, 3]) {
      const refused = await toRefusal(api.client().serviceCredentials.rotate(demoId('serviceCredential', number), {}));
      expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'already_settled']);
    }
  });
});

describe('customer.service_credentials.revoke', () => {
  it('answers 200, and 409 the second time', async () => {
    const api = prepared();
    putServiceCredential(api.plane.identities);
    const revoke = () => api.client().serviceCredentials.revoke(demoId('serviceCredential', 1));
    const { data } = await revoke();
    expect([data.readiness, data.revoked_at]).toEqual(['revoked', '2026-03-01T12:00:00.000Z']);
    api.now = new Date('2026-03-01T13:00:00.000Z');
    const again = await toRefusal(revoke());
    expect([again.status, again.errors[0]?.code]).toEqual([409, 'already_settled']);
    const { data: kept } = await api.client().serviceCredentials.get(demoId('serviceCredential', 1));
    expect(kept.revoked_at).toBe('2026-03-01T12:00:00.000Z');
  });
});

describe('customer.service_credentials.status', () => {
  it('answers 200 with the state of the credential that the operation minted', async () => {
    const api = prepared();
    const { credential } = (await api.client().serviceCredentials.create(SERVICE, makeCredentialBody())).data;
    const { operation_id: operation, credential_id: id } = credential;
    const status = async () => (await api.client().serviceCredentials.status(operation)).data;
    expect(await status()).toEqual({
      operation_id: operation,
      kind: 'create',
      credential_id: id,
      service_id: SERVICE,
      environment_id: ENVIRONMENT_IDS.environmentId,
      readiness: 'minted',
      created_at: '2026-03-01T12:00:00.000Z',
    });
    const row = api.plane.identities.credentialRows.get(id)!;
    api.plane.identities.credentialRows.set(id, { ...row, ready_at: '2026-03-01T12:00:05.000Z' });
    expect(await status()).toMatchObject({ readiness: 'ready', ready_at: '2026-03-01T12:00:05.000Z' });
    const { data } = await api.client().serviceCredentials.rotate(id, { revoke_previous_now: true });
    expect((await status()).readiness).toBe('revoked');
    const rotated = await api.client().serviceCredentials.status(data.credential.operation_id);
    expect([rotated.data.kind, rotated.data.readiness]).toEqual(['rotate', 'minted']);
  });
});
