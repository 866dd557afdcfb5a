import { newId } from '../../../../store/postgres/new-id.ts';
import { holdSavedViewContract } from '../../../support/contracts/saved-views-contract.ts';
import { FakeControlPlane } from '../../../support/fakes/control-plane.ts';

let now = new Date('2026-03-02T08:00:00.000Z');
const clock = { now: () => now, set: (instant: string) => void (now = new Date(instant)) };
const { savedViews } = new FakeControlPlane(clock);

holdSavedViewContract({
  views: savedViews,
  clock,
  makeTenancy: () =>
    Promise.resolve({
      organizationId: newId('organization'),
      workspaceId: newId('workspace'),
      ownerId: newId('subject'),
      otherId: newId('subject'),
    }),
});
