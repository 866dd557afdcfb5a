import { describe, expect, it } from 'vitest';
import { newId } from '../../store/postgres/new-id.ts';
import type { ContractPlane } from './contract-plane.ts';
import { makePlaneReport, readPages } from './plane-steps.ts';

const NOW = '2026-03-02T08:00:00.123Z';

/** Tests the contract of every inbox store. `plane` is called when a test runs. */
export function describeInboxContract(plane: () => ContractPlane): void {
  describe('the inbox', () => {
    it('stores an item with its recipient, and the instant of its first opening', async () => {
      const { inbox, clock } = plane();
      clock.set(NOW);
      const tenancy = await plane().makeTenancy();
      const deliveryId = await plane().putItem(tenancy);
      const item = {
        delivery_id: deliveryId,
        organization_id: tenancy.organizationId,
        workspace_id: tenancy.workspaceId,
        event_type: 'report_delivered',
        source_kind: 'report_occurrence',
        source_id: `rocc_of_${deliveryId}`,
        report_id: 'rpt_x',
        run_id: 'rrun_x',
        schedule_id: 'rsch_x',
        delivered_at: NOW,
        read_at: null,
      };
      const absent = { source: undefined, failure: undefined };
      expect(await inbox.find(deliveryId)).toEqual({ item, recipient: tenancy.ownerId, ...absent });
      clock.set('2026-03-02T09:00:00.000Z');
      const opened = await Promise.all(Array.from({ length: 5 }, () => inbox.markRead(deliveryId)));
      expect(opened).toEqual(Array.from({ length: 5 }, () => new Date('2026-03-02T09:00:00.000Z')));
      clock.set('2026-03-02T10:00:00.000Z');
      expect(await inbox.markRead(deliveryId)).toEqual(new Date('2026-03-02T09:00:00.000Z'));
      expect((await inbox.find(deliveryId))?.item).toEqual({ ...item, read_at: '2026-03-02T09:00:00.000Z' });
    });

    it('finds and opens nothing under a missing id', async () => {
      expect(await plane().inbox.markRead(newId('delivery'))).toBeUndefined();
      expect(await plane().inbox.find(newId('delivery'))).toBeUndefined();
    });

    it('lists the items of one person in one workspace, newest first, page by page through equal times', async () => {
      const { inbox, clock } = plane();
      clock.set(NOW);
      const tenancy = await plane().makeTenancy();
      const elsewhere = await plane().makeTenancy();
      const put = (item = {}) => plane().putItem(tenancy, item);
      const tied = [await put(), await put(), await put()];
      clock.set('2026-03-02T08:00:00.124Z');
      const newest = await put();
      await put({ recipient: tenancy.otherId });
      await put({ workspaceId: elsewhere.workspaceId });
      const list = (page: { limit: number; after: { createdAt: string; id: string } | undefined }) =>
        inbox.list({ workspaceId: tenancy.workspaceId, recipient: tenancy.ownerId, ...page });
      const pages = await readPages(list, 3, ({ item }) => ({ createdAt: item.delivered_at, id: item.delivery_id }));
      const [third, second, first] = [...tied].sort();
      expect(pages).toEqual([[newest, first, second], [third]]);
    });

    it('lists a person’s unopened items that may still be opened, newest first, up to the limit', async () => {
      const { inbox, clock } = plane();
      const scheduled = await makePlaneReport(plane());
      const { tenancy, reportId, firstRunId: runId } = scheduled;
      const later = await makePlaneReport(plane(), tenancy, { name: 'Later' });
      const put = async (instant: string, item: Parameters<ContractPlane['putItem']>[1]): Promise<string> => {
        clock.set(instant);
        return plane().putItem(tenancy, item);
      };
      await put('2026-03-02T08:00:00.000Z', { reportId, runId });
      await put('2026-03-02T08:00:00.001Z', { reportId: later.reportId, runId: later.firstRunId });
      const read = await put('2026-03-02T08:00:00.002Z', { reportId, runId });
      await inbox.markRead(read);
      await put('2026-03-02T08:00:00.003Z', { reportId, runId, recipient: tenancy.otherId });
      const { workspaceId } = await plane().makeTenancy();
      await put('2026-03-02T08:00:00.004Z', { reportId, runId, workspaceId });
      await put('2026-03-02T08:00:00.005Z', {});
      const unread = async (limit: number) => {
        const mine = { workspaceId: tenancy.workspaceId, recipient: tenancy.ownerId };
        return (await inbox.listUnread({ ...mine, limit })).map(({ source }) => source);
      };
      const [newest, oldest] = await unread(10);
      expect(await unread(10)).toEqual([newest, oldest]);
      expect(newest).toEqual({
        report: { name: 'Later', owner: tenancy.ownerId, recipient_subject_ids: [tenancy.otherId] },
        run: {},
        scopeEnvironmentIds: [tenancy.environmentId],
      });
      expect(oldest?.report.name).toBe((await plane().reports.find(reportId))?.name);
      expect(await unread(1)).toEqual([newest]);
      await plane().reports.delete(later.reportId);
      expect(await unread(10)).toEqual([oldest]);
    });

    it('lists with each item its current conditions for an opening', async () => {
      const { inbox, reports, clock } = plane();
      clock.set(NOW);
      const { tenancy, reportId, firstRunId: runId } = await makePlaneReport(plane());
      await plane().putItem(tenancy);
      clock.set('2026-03-02T08:00:00.124Z');
      await plane().putItem(tenancy, { reportId, runId });
      await reports.update(reportId, '1', {
        name: 'Renamed',
        recipientSubjectIds: [tenancy.otherId],
        pin: undefined,
      });
      const listed = async () => {
        const mine = { workspaceId: tenancy.workspaceId, recipient: tenancy.ownerId };
        return (await inbox.list({ ...mine, limit: 9, after: undefined })).map(({ source }) => source);
      };
      const source = {
        report: { name: 'Renamed', owner: tenancy.ownerId, recipient_subject_ids: [tenancy.otherId] },
        run: {},
        scopeEnvironmentIds: [tenancy.environmentId],
      };
      expect(await listed()).toEqual([source, undefined]);
      await reports.cancelRun(runId);
      const settled = { ...source, run: { finished_at: '2026-03-02T08:00:00.124Z' } };
      expect(await listed()).toEqual([settled, undefined]);
      await reports.delete(reportId);
      expect(await listed()).toEqual([undefined, undefined]);
    });
  });
}
