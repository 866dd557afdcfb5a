import { describe, expect, it } from 'vitest';
import { demoId, NEXT_WORKSPACE_ID, ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import { putService } from '../../../testing/identities/made-service.ts';
import { MAX_SERVICE_IDENTITIES } from '../../../domain/tenancy/identity-limits.ts';

const PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/service-identities`;

describe('customer.service_identities.create', () => {
  it('answers 201 with the identity of the workspace, and repeats nothing', async () => {
    const api = new TestApi();
    const first = await api.client().serviceIdentities.create({ name: 'Checkout' });
    expect(first.data).toEqual({
      service_id: expect.stringMatching(/^svc_/) as string,
      organization_id: ORGANIZATION_ID,
      workspace_id: WORKSPACE_ID,
      name: 'Checkout',
      created_by: SUBJECTS.owner,
      created_at: '2026-03-01T12:00:00.000Z',
    });
    const second = await api.client().serviceIdentities.create({ name: 'Checkout' });
    expect(second.data.service_id).not.toBe(first.data.service_id);
  });

  it('answers 422 to an idempotency key and to an invalid name', async () => {
    const api = new TestApi();
    const keyed = await api.post(PATH, { body: { name: 'Checkout' }, headers: { 'idempotency-key': 'once' } });
    expect([keyed.status, keyed.body['type']]).toEqual([422, 'validation_failed']);
    expect((await api.post(PATH, { body: { name: '' } })).status).toBe(422);
    expect(api.plane.identities.written()).toBe(0);
  });

  it('answers 403 without `keys.manage`, with the missing action', async () => {
    const api = new TestApi();
    expect(await toRefusal(api.client('analyst').serviceIdentities.create({ name: 'x' }))).toMatchObject({
      status: 403,
      detail: 'Your access to this workspace does not include `keys.manage`. Ask an operator for this permission.',
    });
  });

  it('answers 409 at the maximum of a workspace', async () => {
    const api = new TestApi();
    for (let number = 1; number <= MAX_SERVICE_IDENTITIES; number += 1) putService(api.plane.identities, number);
    const refused = await toRefusal(api.client().serviceIdentities.create({ name: 'x' }));
    expect([refused.status, refused.errors[0]?.code, refused.nextAction]).toEqual([
      409,
      'limit_reached',
      'check_selection',
    ]);
  });
});

describe('customer.service_identities.list', () => {
  it('answers 200 with the identities of the workspace alone, newest first and page by page', async () => {
    const api = new TestApi();
    const [one, two] = [1, 2].map((number) => putService(api.plane.identities, number));
    putService(api.plane.identities, 3, { workspace_id: NEXT_WORKSPACE_ID });
    const first = await api.client().serviceIdentities.list({ limit: 1 }).page();
    expect(first.items).toEqual([two]);
    const { nextCursor: cursor } = first;
    expect((await api.client().serviceIdentities.list({ limit: 1, cursor }).page()).items).toEqual([one]);
  });
});

describe('customer.service_identities.get', () => {
  it('answers 200 with the identity, and 404 for a missing one and for one of another workspace', async () => {
    const api = new TestApi();
    const service = putService(api.plane.identities);
    expect((await api.client().serviceIdentities.get(service.service_id)).data).toEqual(service);
    const elsewhere = putService(api.plane.identities, 2, { workspace_id: WORKSPACE_ID });
    for (const [as, id] of [
      ['owner', demoId('serviceIdentity', 77)],
      ['neighbour', elsewhere.service_id],
      ['outsider', elsewhere.service_id],
    ] as const)
      expect((await toRefusal(api.client(as).serviceIdentities.get(id))).status, as).toBe(404);
  });
});
