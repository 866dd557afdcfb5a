import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../../../domain/tenancy/actions.ts';
import {
  FIRST_APPLICATION_ID,
  SECOND_APPLICATION_ID,
  demoId,
  NEXT_WORKSPACE_ID,
  ORGANIZATION_ID,
  OTHER_ORGANIZATION_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

/** The ids of a kind, in the order of the list. */
async function idsOf(
  api: TestApi,
  kind: 'applications' | 'gateways' | 'environments',
  as: CallerName,
): Promise<string[]> {
  const client = api.client(as);
  const page = kind === 'applications' ? await client.applications.list().page() : undefined;
  if (page !== undefined) return page.items.map(({ application_id: id }) => id);
  if (kind === 'gateways') return (await client.gateways.list().page()).items.map(({ gateway_id: id }) => id);
  return (await client.environments.list().page()).items.map(({ environment_id: id }) => id);
}

const three = (kind: 'gateway' | 'environment', ...numbers: number[]) => numbers.map((number) => demoId(kind, number));

describe('customer.me.get', () => {
  it('returns the caller, and the permitted actions at each node', async () => {
    const { data } = await new TestApi().client('narrow').me.get();
    expect(data).toEqual({
      subject_id: SUBJECTS.narrow,
      subject_name: `subject ${SUBJECTS.narrow}`,
      organization_id: ORGANIZATION_ID,
      organization_name: 'Demo',
      authority_epoch: 1,
      blocks: [
        {
          organization_id: ORGANIZATION_ID,
          workspace_id: WORKSPACE_ID,
          application_id: FIRST_APPLICATION_ID,
          actions: ['metadata.read', 'cost.read'],
        },
      ],
      blocks_truncated: false,
    });
  });

  it('is available to every credential, with any permissions, and returns only its own organization', async () => {
    const api = new TestApi();
    expect((await api.client('stranger').me.get()).data.blocks).toEqual([]);
    const { data } = await api.client('outsider').me.get();
    expect([data.organization_id, data.blocks]).toEqual([
      OTHER_ORGANIZATION_ID,
      [{ organization_id: OTHER_ORGANIZATION_ID, actions: [...ACTIONS] }],
    ]);
    for (const as of ['nobody', 'runtime', 'forged'] as const) {
      expect((await toRefusal(api.client(as).me.get())).status, as).toBe(401);
    }
  });

  it('shows the bindings of one block as one, with each action once', async () => {
    const api = new TestApi();
    const caller = api.plane.callers.get(SUBJECTS.narrow)!;
    const block = { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID };
    const bindings = [
      { block, actions: ['cost.read', 'metadata.read'] },
      { block: { ...block }, actions: ['metadata.read', 'releases.deploy'] },
    ] as const;
    api.plane.callers.set(SUBJECTS.narrow, { ...caller, bindings });
    expect((await api.client('narrow').me.get()).data.blocks).toEqual([
      {
        organization_id: ORGANIZATION_ID,
        workspace_id: WORKSPACE_ID,
        actions: ['metadata.read', 'cost.read', 'releases.deploy'],
      },
    ]);
  });

  it('shows a thousand blocks, and states that there are more', async () => {
    const api = new TestApi();
    const caller = api.plane.callers.get(SUBJECTS.narrow)!;
    const bindings = Array.from({ length: 1_001 }, (_, index) => ({
      block: { organizationId: ORGANIZATION_ID, workspaceId: demoId('workspace', index) },
      actions: ['metadata.read'] as const,
    }));
    api.plane.callers.set(SUBJECTS.narrow, { ...caller, bindings });
    const { data } = await api.client('narrow').me.get();
    expect([data.blocks.length, data.blocks_truncated]).toEqual([1_000, true]);
  });

  it('stores no idempotency key and accepts no query', async () => {
    const api = new TestApi();
    expect((await api.get('/me', { headers: { 'idempotency-key': 'once' } })).status).toBe(422);
    expect((await api.get('/me', { query: { unknown: '1' } })).status).toBe(422);
  });
});

describe('customer.workspaces.list', () => {
  it.each([
    ['owner', [NEXT_WORKSPACE_ID, WORKSPACE_ID]],
    ['analyst', [WORKSPACE_ID]],
    ['neighbour', [NEXT_WORKSPACE_ID]],
    ['deployer', [WORKSPACE_ID]],
    ['stranger', []],
  ] as const)('returns to %s the workspaces that they may see', async (as, expected) => {
    const { items } = await new TestApi().client(as).workspaces.list().page();
    expect(items.map(({ workspace_id: id }) => id).sort()).toEqual([...expected].sort());
  });

  it('has their names', async () => {
    const { items } = await new TestApi().client('analyst').workspaces.list().page();
    expect(items).toEqual([
      {
        workspace_id: WORKSPACE_ID,
        organization_id: ORGANIZATION_ID,
        name: `workspace ${WORKSPACE_ID}`,
        created_at: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });
});

describe('the lists of applications, gateways and environments', () => {
  it('contain the nodes in which the caller has a permission, with their positions', async () => {
    const api = new TestApi();
    expect((await idsOf(api, 'applications', 'owner')).sort()).toEqual(
      [FIRST_APPLICATION_ID, SECOND_APPLICATION_ID].sort(),
    );
    expect((await idsOf(api, 'gateways', 'analyst')).sort()).toEqual(three('gateway', 1, 2, 3));
    expect(await idsOf(api, 'applications', 'narrow')).toEqual([FIRST_APPLICATION_ID]);
    expect((await idsOf(api, 'gateways', 'narrow')).sort()).toEqual(three('gateway', 1, 2));
    expect((await idsOf(api, 'environments', 'narrow')).sort()).toEqual(three('environment', 1, 2));
    const { items } = await api.client('narrow').environments.list({ limit: 1 }).page();
    expect(items).toEqual([
      {
        environment_id: demoId('environment', 2),
        gateway_id: demoId('gateway', 2),
        application_id: FIRST_APPLICATION_ID,
        workspace_id: WORKSPACE_ID,
        name: `environment ${demoId('environment', 2)}`,
        created_at: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('contain the parents of a single bound leaf, and no siblings', async () => {
    const api = new TestApi();
    const caller = api.plane.callers.get(SUBJECTS.narrow)!;
    const [leaf] = api.plane.trees.get(WORKSPACE_ID)!.environments;
    const bindings = [
      {
        block: { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID, ...leaf },
        actions: ['releases.deploy'] as const,
      },
    ];
    api.plane.callers.set(SUBJECTS.narrow, { ...caller, bindings });
    expect(await idsOf(api, 'applications', 'narrow')).toEqual([leaf!.applicationId]);
    expect(await idsOf(api, 'gateways', 'narrow')).toEqual([leaf!.gatewayId]);
    expect(await idsOf(api, 'environments', 'narrow')).toEqual([leaf!.environmentId]);
  });

  it('are paged, and hidden nodes leave no gaps', async () => {
    const api = new TestApi();
    const seen: string[] = [];
    for await (const { gateway_id: id } of api.client('narrow').gateways.list({ limit: 1 })) seen.push(id);
    expect(seen.sort()).toEqual(three('gateway', 1, 2));
    expect(api.answered).toHaveLength(2);
  });

  it('accept only cursors of their own kind and reader', async () => {
    const api = new TestApi();
    const { nextCursor: cursor } = await api.client().gateways.list({ limit: 1 }).page();
    const foreign = await toRefusal(api.client().environments.list({ cursor }).page());
    expect([foreign.status, foreign.errors[0]?.pointer]).toEqual([422, '/cursor']);
    expect((await toRefusal(api.client('analyst').gateways.list({ cursor }).page())).status).toBe(422);
  });
});
