import { clockDelay, type ClockDelay } from '../../../domain/schedules/clock-delay.ts';
import { type CadenceInstant, nextInstants } from '../../../domain/schedules/instants.ts';
import { isInKnownZone } from '../../../domain/schedules/is-in-known-zone.ts';
import { toScheduledInstant } from '../../../domain/schedules/scheduled-instant.ts';
import type { TimeZones } from '../../../domain/schedules/time-zones.ts';
import type { Component } from '../../../domain/kernel/components.ts';
import { toExecutionState, missingParts, NEXT_OCCURRENCES } from '../../../domain/schedules/report-schedule.ts';
import type { ReportScheduleV1 } from '../../../contracts/schedules/report-schedule.ts';
import type { StoredSchedule } from '../../../store/schedules/report-schedule-store.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/** A function that makes the document of a schedule. */
export type SchedulePresenter = (stored: StoredSchedule) => ReportScheduleV1;

const NOBODY_RECEIVES = {
  pointer: '/recipient_subject_ids',
  detail:
    'The schedule has no recipients, so its runs are not delivered. Add the owner or recipients of the report to deliver each run to their inboxes.',
};

/**
 * Creates the presenter of schedules with their present state: which of their parts are alive, and when they run next.
 */
export async function createSchedulePresenter({
  clock,
  timeZones,
  health,
}: Pick<ApiPorts, 'clock' | 'timeZones' | 'health'>): Promise<SchedulePresenter> {
  const lastSeen = await health.heartbeats();
  const now = clock.now();
  return (stored) => presentSchedule(stored, { lastSeen, now, zones: timeZones });
}

function presentSchedule(
  { record }: StoredSchedule,
  { lastSeen, now, zones }: { lastSeen: ReadonlyMap<Component, Date>; now: Date; zones: TimeZones },
): ReportScheduleV1 {
  const { cadence, paused, ...kept } = record;
  const missing = missingParts(lastSeen, now);
  const isShown = !paused && isInKnownZone(cadence, zones);
  const delay = isShown ? delayOf(record, now, zones) : undefined;
  const after = delay === undefined ? now : new Date(Date.parse(record.next_run_at ?? '') - 1);
  const next: CadenceInstant[] = isShown ? nextInstants(cadence, after, NEXT_OCCURRENCES, zones) : [];
  return {
    ...kept,
    cadence,
    paused,
    execution_state: toExecutionState(paused, missing),
    unavailable_reasons: missing,
    next_occurrences: next.map((instant) => toScheduledInstant(cadence, instant, zones)),
    ...(record.recipient_subject_ids.length === 0 && { warnings: [NOBODY_RECEIVES] }),
    ...(delay && {
      delay: { cause: 'clock_was_ahead', skipped_from: delay.skippedFrom.toISOString(), seconds: delay.seconds },
    }),
  };
}

/**
 * The delay of a schedule. An instant that was planned with another time-zone release may differ until it is planned
 * again.
 */
function delayOf(
  { cadence, next_run_at: nextRunAt, tzdb_version: version }: StoredSchedule['record'],
  now: Date,
  zones: TimeZones,
): ClockDelay | undefined {
  if (nextRunAt === null || version !== zones.version) return undefined;
  return clockDelay(cadence, { nextRunAt: new Date(nextRunAt), now }, zones);
}
