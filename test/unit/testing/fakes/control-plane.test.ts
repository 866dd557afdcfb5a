import { describeInboxContract } from '../../../../testing/contracts/report-inbox-contract.ts';
import { describeOccurrenceContract } from '../../../../testing/contracts/report-occurrences-contract.ts';
import { describeReportChangesContract } from '../../../../testing/contracts/report-changes-contract.ts';
import { describeReportContract } from '../../../../testing/contracts/reports-contract.ts';
import { describeReportRunsContract } from '../../../../testing/contracts/report-runs-contract.ts';
import { describeSavedViewContract } from '../../../../testing/contracts/saved-views-contract.ts';
import { describeScheduleContract } from '../../../../testing/contracts/report-schedules-contract.ts';
import { describeStoppedScheduleContract } from '../../../../testing/contracts/stopped-schedules-contract.ts';
import { openFakeControlPlane } from '../../../../testing/fakes/fake-control-plane.ts';

const plane = openFakeControlPlane();

describeSavedViewContract(() => plane);
describeReportContract(() => plane);
describeReportChangesContract(() => plane);
describeReportRunsContract(() => plane);
describeScheduleContract(() => plane);
describeStoppedScheduleContract(() => plane);
describeOccurrenceContract(() => plane);
describeInboxContract(() => plane);
