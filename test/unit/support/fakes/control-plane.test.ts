import { holdInboxContract } from '../../../support/contracts/report-inbox-contract.ts';
import { holdOccurrenceContract } from '../../../support/contracts/report-occurrences-contract.ts';
import { holdReportChangesContract } from '../../../support/contracts/report-changes-contract.ts';
import { holdReportContract } from '../../../support/contracts/reports-contract.ts';
import { holdReportRunsContract } from '../../../support/contracts/report-runs-contract.ts';
import { holdSavedViewContract } from '../../../support/contracts/saved-views-contract.ts';
import { holdScheduleContract } from '../../../support/contracts/report-schedules-contract.ts';
import { holdStoppedScheduleContract } from '../../../support/contracts/stopped-schedules-contract.ts';
import { openFakeControlPlane } from '../../../support/fakes/control-plane-place.ts';

const place = openFakeControlPlane();

holdSavedViewContract(() => place);
holdReportContract(() => place);
holdReportChangesContract(() => place);
holdReportRunsContract(() => place);
holdScheduleContract(() => place);
holdStoppedScheduleContract(() => place);
holdOccurrenceContract(() => place);
holdInboxContract(() => place);
