import type { Pool } from 'pg';
import type { Clock } from '../domain/clock.ts';
import type { TimeZones } from '../domain/cadence/time-zones.ts';
import { DefectError } from '../domain/errors.ts';
import type { FaultPoints } from '../domain/fault-points.ts';
import type { OccurrenceState } from '../domain/report-occurrence.ts';

/** The one occurrence that keeps a workspace busy, with what an operator wants to know of it. */
export interface InFlightOccurrence {
  readonly occurrenceId: string;
  readonly state: OccurrenceState;
  /** Transient failures of its own steps so far. */
  readonly attempt: number;
  readonly scheduleId: string;
  readonly reportId: string;
  readonly reportName: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly scheduledFor: Date;
  readonly windowFrom: Date;
  readonly windowTo: Date;
  readonly skippedCount: number;
}

/** One schedule as the dispatcher shows it. */
export interface PlannedSchedule {
  readonly scheduleId: string;
  readonly reportName: string;
  readonly nextRunAt: Date;
}

/** What a workspace has to do now, and when to look again. */
export interface WorkspacePlan {
  readonly workspaceName: string;
  /** Claimed by this plan or by an earlier one; undefined when nothing is to be done now. */
  readonly inFlight: InFlightOccurrence | undefined;
  /** Milliseconds until the next schedule is due; undefined when none is armed. Never negative. */
  readonly dueInMs: number | undefined;
  /** The schedules that are armed, the longest overdue first; at most 20. */
  readonly schedules: readonly PlannedSchedule[];
}

export interface SchedulePlanner {
  /**
   * One transaction on the clock's now. The occurrence in flight, whoever claimed it; else the oldest due schedule's
   * latest instant of the last 24 hours, claimed, with the older ones counted; else what is owed is recorded as missed,
   * schedule after schedule.
   */
  plan(workspaceId: string): Promise<WorkspacePlan>;
}

interface PlannerParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly zones: TimeZones;
  readonly faultPoints: FaultPoints;
  readonly log: { warn(members: object, sentence: string): void };
}

export function createSchedulePlanner(parts: PlannerParts): SchedulePlanner {
  return { plan: () => Promise.reject(new DefectError(`not planned with ${parts.zones.version}`)) };
}
