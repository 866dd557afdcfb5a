import { afterAll, beforeAll } from 'vitest';
import { holdInboxContract } from '../../../testing/contracts/report-inbox-contract.ts';
import { holdOccurrenceContract } from '../../../testing/contracts/report-occurrences-contract.ts';
import { holdReportChangesContract } from '../../../testing/contracts/report-changes-contract.ts';
import { holdReportContract } from '../../../testing/contracts/reports-contract.ts';
import { holdReportRunsContract } from '../../../testing/contracts/report-runs-contract.ts';
import { holdSavedViewContract } from '../../../testing/contracts/saved-views-contract.ts';
import { holdScheduleContract } from '../../../testing/contracts/report-schedules-contract.ts';
import { holdStoppedScheduleContract } from '../../../testing/contracts/stopped-schedules-contract.ts';
import { type ControlPlaneWorld, openControlPlaneWorld } from './control-plane-world.ts';

let world: ControlPlaneWorld;
beforeAll(async () => {
  world = await openControlPlaneWorld();
});
afterAll(() => world.close());

holdSavedViewContract(() => world);
holdReportContract(() => world);
holdReportChangesContract(() => world);
holdReportRunsContract(() => world);
holdScheduleContract(() => world);
holdStoppedScheduleContract(() => world);
holdOccurrenceContract(() => world);
holdInboxContract(() => world);
