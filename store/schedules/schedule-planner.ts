import type pg from 'pg';
import type { Cadence } from '../../domain/schedules/cadence.ts';
import { calendarWindowAt } from '../../domain/insight/windows/calendar-window.ts';
import { catchUp } from '../../domain/schedules/catch-up.ts';
import { instantFromDate, intendedDate } from '../../domain/schedules/local-dates.ts';
import type { TimeZones } from '../../domain/schedules/time-zones.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import { violatesUnique } from '../postgres/database-fault.ts';
import { moveSchedule, claimInstant, type ScheduleMove } from './schedule-moves.ts';
import {
  readWorkspace,
  type ArmedSchedule,
  type InFlightOccurrence,
  type StoppedSchedule,
  type WorkspaceReading,
} from './workspace-reading.ts';

/** A schedule as the dispatcher shows it. */
export interface PlannedSchedule {
  readonly scheduleId: string;
  readonly reportName: string;
  readonly nextRunAt: Date;
  /** The reason why this process cannot plan it; undefined if it can, or did not try. */
  readonly fault: string | undefined;
}

/** The current work of a workspace, and the time of the next plan. */
export interface WorkspacePlan {
  readonly workspaceName: string;
  /** The occurrence in flight, claimed by this plan or an earlier one; undefined if there is nothing to execute now. */
  readonly inFlight: InFlightOccurrence | undefined;
  /** The milliseconds until the next schedule is due, never negative; undefined if no schedule is armed. */
  readonly dueInMs: number | undefined;
  /** The armed schedules, longest overdue first; at most 20. */
  readonly schedules: readonly PlannedSchedule[];
  /** The schedules that the server paused, longest paused first; at most 20. */
  readonly stopped: readonly StoppedSchedule[];
}

export interface SchedulePlanner {
  /**
   * Plans a workspace at one instant. An occurrence in flight, claimed by any process, comes first. Otherwise the
   * latest instant of the oldest due schedule is claimed if it is within the last 24 hours, and older instants are
   * counted. Otherwise owed instants are recorded as missed, one schedule after the other. Each schedule is moved in a
   * separate transaction, together with its occurrence.
   */
  plan(workspaceId: string): Promise<WorkspacePlan>;
}

interface PlannerParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly zones: TimeZones;
  readonly faultPoints: FaultPoints;
  readonly log: { warn(members: object, sentence: string): void };
}

/**
 * The maximum number of schedules that one plan moves without a claim; the next plan follows immediately and takes the
 * rest.
 */
const MOVES_PER_PLAN = 50;

const SHOWN_SCHEDULES = 20;

/**
 * The maximum number of lost races. Each lost race is the progress of another plan, and another plan makes at most as
 * much progress as this one.
 */
const MAX_RACES = 2 * MOVES_PER_PLAN;

/**
 * Creates the planner. A plan reads in one statement without a lock, and computes the moves. It writes each move in one
 * statement, which has no effect if the schedule has changed since it was read. After a lost race, it reads again.
 */
export function createSchedulePlanner(parts: PlannerParts): SchedulePlanner {
  return {
    async plan(workspaceId) {
      let limit = MOVES_PER_PLAN + 1;
      for (let race = 0; race < MAX_RACES; race += 1) {
        const reading = await readWorkspace(parts.pool, workspaceId, limit);
        const plan = await planFrom(parts, reading, limit);
        if (typeof plan !== 'string') return plan;
        // Schedules that cannot be planned stay in front of all others. A larger limit lets the others be read too.
        if (plan === 'cut') limit += MOVES_PER_PLAN;
      }
      throw new DefectError(`The schedules of ${workspaceId} changed ${MAX_RACES} times while they were planned.`);
    },
  };
}

/**
 * Plans from a reading. Returns `raced` if another process was faster, and `cut` if all schedules of a full reading
 * were due and there may be more.
 */
async function planFrom(
  parts: PlannerParts,
  reading: WorkspaceReading,
  limit: number,
): Promise<WorkspacePlan | 'raced' | 'cut'> {
  const now = parts.clock.now();
  if (reading.inFlight !== undefined) return planned(reading, reading.inFlight, reading.schedules, now);
  const seen: ArmedSchedule[] = [...reading.schedules];
  let moves = 0;
  for (const [index, schedule] of reading.schedules.entries()) {
    if (schedule.nextRunAt > now || moves === MOVES_PER_PLAN) return planned(reading, undefined, seen, now);
    const move = moveOf(parts, schedule, now);
    if ('fault' in move) {
      seen[index] = { ...schedule, fault: move.fault };
      continue;
    }
    const written = await write(parts, schedule, move, now);
    if (written === 'raced') return 'raced';
    moves += 1;
    seen[index] = { ...schedule, nextRunAt: move.next.at };
    if (written !== undefined) return planned(reading, written, seen, now);
  }
  return seen.length === limit ? 'cut' : planned(reading, undefined, seen, now);
}

/**
 * The move of a due schedule, or the fault if this process cannot compute it; such a schedule must not block the
 * others.
 */
function moveOf(
  { zones, log }: PlannerParts,
  schedule: ArmedSchedule,
  now: Date,
): ScheduleMove | { readonly fault: string } {
  const { cadence } = schedule;
  try {
    const nextRunAt = dueBy(zones, schedule);
    if (nextRunAt > now)
      return { owed: undefined, next: nextOf(cadence, nextRunAt, zones), tzdbVersion: zones.version };
    const { owed, next } = catchUp(cadence, { nextRunAt, now }, zones);
    const window = owed && windowAt(zones, schedule, owed.scheduledFor);
    return { owed, next: nextOf(cadence, next, zones), tzdbVersion: zones.version, ...(window && { window }) };
  } catch (error) {
    log.warn({ err: error, schedule_id: schedule.scheduleId }, 'skipped a schedule that cannot be planned');
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The time of a schedule by this process's time zones. If another release computed its instant, its local date stays
 * and the instant is computed again.
 */
function dueBy(zones: TimeZones, { cadence, tzdbVersion, nextRunAt, nextLocalDate }: ArmedSchedule): Date {
  if (cadence.mode === 'interval' || nextLocalDate === undefined || tzdbVersion === zones.version) return nextRunAt;
  return instantFromDate(cadence, nextLocalDate, zones);
}

/**
 * The local days that a run at an instant covers; undefined for a window of elapsed time, which the statement computes.
 */
function windowAt(zones: TimeZones, { calendarWindow }: ArmedSchedule, at: Date): ScheduleMove['window'] {
  if (calendarWindow === undefined) return undefined;
  const { timezone } = calendarWindow;
  const clocks = (utcMs: number): number => zones.offsetSeconds(timezone, utcMs) * 1_000;
  const { from, to } = calendarWindowAt(calendarWindow, at.getTime(), clocks);
  return { from: new Date(from), to: new Date(to) };
}

function nextOf(cadence: Cadence, at: Date, zones: TimeZones): ScheduleMove['next'] {
  return { at, localDate: intendedDate(cadence, at, zones) };
}

/** Writes a move. Returns the claimed occurrence, if any. */
async function write(
  { pool, faultPoints }: PlannerParts,
  schedule: ArmedSchedule,
  move: ScheduleMove,
  now: Date,
): Promise<InFlightOccurrence | 'raced' | undefined> {
  const { owed } = move;
  const beforeCommit = (): void => faultPoints.reach('plan.before_commit');
  try {
    const written =
      owed === undefined
        ? await moveSchedule(pool, schedule, move)
        : await claimInstant(pool, { schedule, move, owed, now, beforeCommit });
    faultPoints.reach('plan.after_commit');
    return written;
  } catch (error) {
    if (violatesUnique(error, 'occurrence_in_flight')) return 'raced';
    throw error;
  }
}

function planned(
  { workspaceName, stopped }: WorkspaceReading,
  inFlight: InFlightOccurrence | undefined,
  seen: readonly ArmedSchedule[],
  now: Date,
): WorkspacePlan {
  const schedules = seen.toSorted((one, other) => one.nextRunAt.getTime() - other.nextRunAt.getTime());
  // A schedule that cannot be planned does not cause another plan; the reconciler retries it from time to time.
  const next = schedules.find(({ fault }) => fault === undefined);
  return {
    workspaceName,
    inFlight,
    dueInMs: next && Math.max(0, next.nextRunAt.getTime() - now.getTime()),
    schedules: schedules
      .slice(0, SHOWN_SCHEDULES)
      .map(({ scheduleId, reportName, nextRunAt, fault }) => ({ scheduleId, reportName, nextRunAt, fault })),
    stopped,
  };
}
