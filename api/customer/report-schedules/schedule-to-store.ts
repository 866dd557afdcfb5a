import type { WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import type { Cadence } from '../../../domain/schedules/cadence.ts';
import { nextInstant } from '../../../domain/schedules/instants.ts';
import { isInKnownZone } from '../../../domain/schedules/is-in-known-zone.ts';
import { intendedDate } from '../../../domain/schedules/local-dates.ts';
import { settleCadence } from '../../../domain/schedules/settle-cadence.ts';
import type { TimeZones } from '../../../domain/schedules/time-zones.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { canonicalJson } from '../../../contracts/wire/canonical-json.ts';
import type { ReportScheduleCreate, ReportScheduleUpdate } from '../../../contracts/schedules/report-schedule.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import type {
  NewSchedule,
  NextRun,
  ScheduleEdit,
  StoredSchedule,
} from '../../../store/schedules/report-schedule-store.ts';
import type { ReportableView } from '../runs/freeze-run.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import { schedulableWindow } from '../reports/schedulable-window.ts';
import { refuseAddedRecipients, refuseIneligibleRecipients } from './eligible-recipients.ts';

type Ports = Pick<ApiPorts, 'clock' | 'timeZones' | 'newId' | 'tenancy' | 'reports'>;

/**
 * The stored form of a new schedule.
 *
 * @throws Refusal `validation_failed` for a view that no schedule can ask, for a cadence that breaks a rule, and for
 * recipients that the report could not be delivered to now, in this order
 */
export async function scheduleToStore(
  ports: Ports,
  workspace: WorkspaceTree,
  report: ReportV1,
  reportable: ReportableView,
  { cadence: written, recipient_subject_ids: recipients, paused = false }: ReportScheduleCreate,
): Promise<NewSchedule> {
  const { timeZones: zones } = ports;
  const now = ports.clock.now();
  const window = schedulableWindow(reportable.view);
  reportable.content(now);
  const cadence = settleCadence(written, { now, zones });
  await refuseIneligibleRecipients(ports, workspace, report, recipients);
  return {
    scheduleId: ports.newId('reportSchedule'),
    organizationId: report.organization_id,
    workspaceId: report.workspace_id,
    reportId: report.report_id,
    reportName: report.name,
    reportRevision: report.revision,
    owner: report.owner,
    savedViewId: report.saved_view_id,
    viewRevision: report.view_revision,
    ...window,
    cadence,
    tzdbVersion: zones.version,
    recipients,
    next: paused ? undefined : firstRun(cadence, now, zones),
  };
}

/**
 * The stored form of an edit. `report` is undefined if the report was deleted.
 *
 * @throws Refusal `validation_failed` for arming a schedule whose report was deleted, for a cadence that breaks a rule,
 * and for recipients that the report could not be delivered to now, in this order
 */
export async function scheduleEdit(
  ports: Ports,
  workspace: WorkspaceTree,
  report: ReportV1 | undefined,
  { record }: StoredSchedule,
  { cadence: written, recipient_subject_ids: recipients, paused }: ReportScheduleUpdate,
): Promise<ScheduleEdit> {
  const { timeZones: zones } = ports;
  const now = ports.clock.now();
  if (report === undefined && !paused) throw reportDeletedRefusal();
  // A pause needs no next instant, so it is not refused for a time zone that only newer processes know.
  const keptZone = paused ? record.cadence.timezone : undefined;
  const meant = { ...written, mode: written.mode ?? record.cadence.mode };
  const cadence = settleCadence(meant, { now, replaced: record.cadence, keptZone, zones });
  if (report === undefined) refuseAddedRecipients(record.recipient_subject_ids, recipients);
  else
    await refuseIneligibleRecipients(ports, workspace, report, recipients, paused ? record.recipient_subject_ids : []);
  const tzdbVersion = isInKnownZone(cadence, zones) ? zones.version : record.tzdb_version;
  const edit = { cadence, tzdbVersion, recipients, reportRevision: report?.revision };
  if (paused) return { ...edit, next: 'paused' };
  // A schedule that continues with the same cadence still owes its earlier instants.
  const runsOn = !record.paused && canonicalJson(cadence) === canonicalJson(record.cadence);
  return { ...edit, next: runsOn ? 'kept' : firstRun(cadence, now, zones) };
}

/** The refusal for a schedule that is to run again although its report was deleted. */
export function reportDeletedRefusal(): Error {
  return invalidMember(
    '/paused',
    'The report of this schedule was deleted, so the schedule cannot run again. Delete the schedule.',
  );
}

/** The first instant of a schedule that takes effect at `now`; no earlier instant is owed. */
function firstRun(cadence: Cadence, now: Date, zones: TimeZones): NextRun {
  const { at } = nextInstant(cadence, now, zones);
  return { at, localDate: intendedDate(cadence, at, zones) };
}
