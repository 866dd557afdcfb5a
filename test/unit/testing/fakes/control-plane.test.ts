import { holdInboxContract } from '../../../../testing/contracts/report-inbox-contract.ts';
import { holdOccurrenceContract } from '../../../../testing/contracts/report-occurrences-contract.ts';
import { holdReportChangesContract } from '../../../../testing/contracts/report-changes-contract.ts';
import { holdReportContract } from '../../../../testing/contracts/reports-contract.ts';
import { holdReportRunsContract } from '../../../../testing/contracts/report-runs-contract.ts';
import { holdSavedViewContract } from '../../../../testing/contracts/saved-views-contract.ts';
import { holdScheduleContract } from '../../../../testing/contracts/report-schedules-contract.ts';
import { holdStoppedScheduleContract } from '../../../../testing/contracts/stopped-schedules-contract.ts';
import { openFakeControlPlane } from '../../../../testing/fakes/fake-control-plane.ts';

const plane = openFakeControlPlane();

holdSavedViewContract(() => plane);
holdReportContract(() => plane);
holdReportChangesContract(() => plane);
holdReportRunsContract(() => plane);
holdScheduleContract(() => plane);
holdStoppedScheduleContract(() => plane);
holdOccurrenceContract(() => plane);
holdInboxContract(() => plane);
