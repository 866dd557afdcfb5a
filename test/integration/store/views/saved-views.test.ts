import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReportStore } from '../../../../store/reports/reports.ts';
import { createSavedViewStore, type SavedViewStore } from '../../../../store/views/saved-views.ts';
import { holdSavedViewContract } from '../../../support/contracts/saved-views-contract.ts';
import { newView } from '../../../support/views/new-view.ts';
import { makeTenancy, newReport, newRun, openStoreWorld, type StoreWorld } from '../store-world.ts';

let world: StoreWorld;
let views: SavedViewStore;

beforeAll(async () => {
  world = await openStoreWorld();
  views = createSavedViewStore(world.pool, world.clock);
});
afterAll(() => world.close());

holdSavedViewContract({
  get views() {
    return views;
  },
  get clock() {
    return world.clock;
  },
  makeTenancy: () => makeTenancy(world),
});

describe('a deleted saved view in Postgres', () => {
  it('leaves its reports and their runs as they are', async () => {
    const tenancy = await makeTenancy(world);
    const { id } = await views.create(newView(tenancy));
    const reports = createReportStore(world.pool, world.clock);
    const report = newReport(tenancy, id);
    await reports.create({ fingerprint: 'x', report, run: newRun(tenancy, report.report_id) });
    expect(await views.delete(id)).toEqual(world.clock.now());
    expect(await reports.find(report.report_id)).toMatchObject({ saved_view_id: id, view_revision: '1' });
  });
});
