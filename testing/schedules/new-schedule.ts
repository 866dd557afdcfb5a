import type { ReportScheduleV1 } from '../../contracts/schedules/report-schedule.ts';
import { newId } from '../../store/postgres/new-id.ts';
import type { NewSchedule, StoredSchedule } from '../../store/schedules/report-schedule-store.ts';
import type { PlaneTenancy } from '../contracts/plane-tenancy.ts';

/** A report that a schedule may run. */
export interface ScheduledReport {
  readonly tenancy: PlaneTenancy;
  readonly viewId: string;
  readonly reportId: string;
  readonly firstRunId: string;
}

/** A daily cadence at 09:30 in New York. */
export const DAILY_IN_NEW_YORK = {
  mode: 'wall_clock',
  frequency: 'daily',
  local_time: '09:30',
  timezone: 'America/New_York',
} as const;

/** A schedule of the report, which delivers to both subjects and is due on the next day. */
export function storableSchedule(
  { tenancy, viewId, reportId }: ScheduledReport,
  over: Partial<NewSchedule> = {},
): NewSchedule {
  return {
    scheduleId: newId('reportSchedule'),
    organizationId: tenancy.organizationId,
    workspaceId: tenancy.workspaceId,
    reportId,
    reportName: 'Weekly figures',
    reportRevision: '1',
    owner: tenancy.ownerId,
    savedViewId: viewId,
    viewRevision: '1',
    windowSeconds: 86_400,
    cadence: DAILY_IN_NEW_YORK,
    tzdbVersion: '2025c',
    recipients: [tenancy.ownerId, tenancy.otherId],
    next: { at: new Date('2026-03-03T14:30:00.000Z'), localDate: '2026-03-03' },
    ...over,
  };
}

/** The document of a schedule, with all components alive and without future instants. */
export function presentStoredSchedule({ record }: StoredSchedule): ReportScheduleV1 {
  return { ...record, execution_state: 'armed', unavailable_reasons: [], next_occurrences: [] };
}
