import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../domain/installation/audit.ts';
import { type AuditEvent, type AuditStore, createAuditStore } from '../../../../store/installation/audit-store.ts';
import { createCredentialStore } from '../../../../store/tenancy/credential-store.ts';
import { createServiceCredentialStore } from '../../../../store/tenancy/service-credential-store.ts';
import { createServiceIdentityStore } from '../../../../store/tenancy/service-identity-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createCalibrationFitStore } from '../../../../store/quality/calibrations/calibration-fit-store.ts';
import { createRetentionSweepStore } from '../../../../store/installation/retention-sweep-store.ts';
import { describeAuditContract } from '../../../../testing/contracts/audit-contract.ts';
import { makeDeclaration } from '../../../../testing/quality/make-experiment.ts';
import { createMadeExperiment, startRunOf } from '../../../../testing/quality/started-experiment.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let audit: AuditStore;

beforeAll(async () => {
  world = await openStoreWorld();
  audit = createAuditStore(world.pool, world.clock);
});
beforeEach(() => world.clock.set('2026-03-02T08:00:00.000Z'));
afterAll(() => world.close());

function withoutTime({ at, ...event }: AuditEvent): Omit<AuditEvent, 'at'> {
  expect(at).toBeInstanceOf(Date);
  return event;
}

function entry(change: Partial<AuditEntry> = {}): AuditEntry {
  return { auditId: newId('auditEvent'), operation: 'customer.reports.delete', targets: [], ...change };
}

describeAuditContract(() => ({
  audit,
  async find(auditId) {
    const event = (await audit.list({ limit: 1_000 })).find((one) => one.auditId === auditId);
    return event && withoutTime(event);
  },
}));

describe('an audit event', () => {
  it('is unknown from its intent until its end, and stores all values of both', async () => {
    const organizationId = newId('organization');
    const report = newId('report');
    const run = newId('reportRun');
    const intent = entry({
      subjectId: newId('subject'),
      credentialId: newId('credential'),
      organizationId,
      workspaceId: newId('workspace'),
      targets: [report],
      requestId: newId('request'),
      traceId: '0af7651916cd43dd8448eb211c80319c',
      address: '2001:db8::1',
    });
    await audit.begin(intent);
    const at = new Date('2026-03-02T08:00:00.000Z');
    expect(await audit.list({ organizationId, limit: 10 })).toEqual([
      { ...intent, at, outcome: 'unknown', requests: 1 },
    ]);
    world.clock.set('2026-03-02T08:00:05.000Z');
    await audit.end(intent.auditId, { outcome: 'accepted', status: 200, targets: [run, report] });
    expect(await audit.list({ organizationId, limit: 10 })).toEqual([
      { ...intent, at, targets: [report, run], outcome: 'accepted', status: 200, requests: 1 },
    ]);
  });

  it('is found by each of its values, and read newest first, page by page', async () => {
    const organizationId = newId('organization');
    const subjectId = newId('subject');
    const made: string[] = [];
    for (const minute of ['10', '11', '12']) {
      world.clock.set(`2026-03-03T08:${minute}:00.000Z`);
      for (const operation of ['one', 'two']) {
        const one = entry({ organizationId, operation, ...(operation === 'one' && { subjectId }) });
        await audit.begin(one);
        made.unshift(one.auditId);
      }
    }
    await audit.end(made[0]!, { outcome: 'failed', status: 500, code: 'internal_error' });
    const idsOf = async (filter: Partial<Parameters<AuditStore['list']>[0]>) =>
      (await audit.list({ organizationId, limit: 100, ...filter })).map(({ auditId }) => auditId);
    expect(await idsOf({})).toEqual(made);
    expect(await idsOf({ limit: 4 })).toEqual(made.slice(0, 4));
    expect(await idsOf({ limit: 4, after: made[3]! })).toEqual(made.slice(4));
    expect(await idsOf({ subjectId })).toEqual([made[1], made[3], made[5]]);
    expect(await idsOf({ operation: 'two' })).toEqual([made[0], made[2], made[4]]);
    expect(await idsOf({ outcome: 'failed' })).toEqual([made[0]]);
    expect(await idsOf({ outcome: 'unknown' })).toEqual(made.slice(1));
    expect(await idsOf({ since: new Date('2026-03-03T08:11:00.000Z') })).toEqual(made.slice(0, 4));
    expect(await idsOf({ until: new Date('2026-03-03T08:11:00.000Z') })).toEqual(made.slice(4));
    const [targetId, credentialId] = [newId('managementUser'), newId('managementToken')];
    await audit.end(made[2]!, { outcome: 'accepted', status: 200, targets: [newId('report'), targetId] });
    expect([await idsOf({ targetId }), await idsOf({ credentialId })]).toEqual([[made[2]], []]);
    const afterKey = { createdAt: '2026-03-03T08:11:00.000Z', id: made[3]! };
    expect(await idsOf({ limit: 4, afterKey })).toEqual(made.slice(4));
    await expect(idsOf({ after: newId('auditEvent') })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of an operator belongs to the organization of the node that its command names', async () => {
    const tenancy = await makeTenancy(world);
    const credentials = createCredentialStore(world.pool, world.clock);
    const { credentialId } = await credentials.create({ subjectId: tenancy.ownerId, class: 'runtime', name: 'key' });
    const { organizationId, workspaceId, applicationId, gatewayId, environmentId, ownerId } = tenancy;
    const serviceOf = { workspaceId, name: 'Checkout', createdBy: ownerId };
    const { service_id: serviceId } = await createServiceIdentityStore(world.pool, world.clock).create(serviceOf);
    const { credential } = await createServiceCredentialStore(world.pool, world.clock).create({
      ...{ serviceId, environmentId, label: 'key', grants: ['feedback.write'], teamIds: [], ttlDays: undefined },
      createdBy: ownerId,
    });
    const experimentId = await createMadeExperiment(world, workspaceId, makeDeclaration());
    const runId = await startRunOf(world, workspaceId, experimentId);
    const { rows } = await world.pool.query<{ dataset_id: string }>(
      'SELECT dataset_id FROM quality_datasets WHERE workspace_id = $1',
      [workspaceId],
    );
    const { fitId } = await createCalibrationFitStore(world.pool, world.clock).request({
      workspaceId,
      requestedBy: 'operator:ada',
    });
    const nodes = [organizationId, workspaceId, applicationId, gatewayId, environmentId];
    const quality = [experimentId, runId, fitId, ...rows.map(({ dataset_id: id }) => id)];
    for (const id of [...nodes, ownerId, credentialId, serviceId, credential.credential_id, ...quality]) {
      expect(await audit.organizationOf([newId('report'), id]), id).toBe(organizationId);
    }
    expect(await audit.organizationOf([newId('workspace')])).toBeUndefined();
    expect(await audit.organizationOf([])).toBeUndefined();
  });

  it('is removed by the sweep at the age that the operator configured, oldest first', async () => {
    const other = await openStoreWorld('2026-01-01T00:00:00.000Z');
    try {
      const store = createAuditStore(other.pool, other.clock);
      const sweeps = createRetentionSweepStore(other.pool, other.clock, { auditDays: 10 });
      const made: string[] = [];
      for (const day of ['01', '02', '03']) {
        other.clock.set(`2026-01-${day}T00:00:00.000Z`);
        const one = entry();
        await store.begin(one);
        made.push(one.auditId);
      }
      other.clock.set('2026-01-11T23:59:59.999Z');
      expect(await sweeps.removeFromInstallation('audit_events', 10)).toBe(1);
      other.clock.set('2026-01-13T00:00:00.000Z');
      expect(await sweeps.removeFromInstallation('audit_events', 1)).toBe(1);
      expect((await store.list({ limit: 10 })).map(({ auditId }) => auditId)).toEqual([made[2]]);
    } finally {
      await other.close();
    }
  });
});
