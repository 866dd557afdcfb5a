import type pg from 'pg';
import type { Cadence } from '../../domain/schedules/cadence.ts';
import { calendarWindowAt } from '../../domain/insight/windows/calendar-window.ts';
import { catchUp } from '../../domain/schedules/catch-up.ts';
import { instantFromDate, intendedDate } from '../../domain/schedules/local-dates.ts';
import type { TimeZones } from '../../domain/schedules/time-zones.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import { isTaken } from '../postgres/database-fault.ts';
import { moveSchedule, takeInstant, type ScheduleMove } from './schedule-moves.ts';
import {
  readWorkspace,
  type ArmedSchedule,
  type InFlightOccurrence,
  type StoppedSchedule,
  type WorkspaceReading,
} from './workspace-reading.ts';

/** One schedule as the dispatcher shows it. */
export interface PlannedSchedule {
  readonly scheduleId: string;
  readonly reportName: string;
  readonly nextRunAt: Date;
  /** The reason why this process cannot plan it; undefined if it can, or did not try. */
  readonly fault: string | undefined;
}

/** The present work of a workspace, and the time of the next look. */
export interface WorkspacePlan {
  readonly workspaceName: string;
  /** Claimed by this plan or by an earlier one; undefined when nothing is to be done now. */
  readonly inFlight: InFlightOccurrence | undefined;
  /** Milliseconds until the next schedule is due; undefined when none is armed. Never negative. */
  readonly dueInMs: number | undefined;
  /** The schedules that are armed, the longest overdue first; at most 20. */
  readonly schedules: readonly PlannedSchedule[];
  /** The schedules that the server paused, the longest first; at most 20. */
  readonly stopped: readonly StoppedSchedule[];
}

export interface SchedulePlanner {
  /**
   * Plans on one reading of the clock. An occurrence in flight comes first, claimed by any process. Otherwise the
   * latest instant of the oldest due schedule within the last 24 hours is claimed, and the older ones are counted.
   * Otherwise owed instants are recorded as missed, schedule after schedule. Every schedule is moved in a transaction
   * of its own, together with its occurrence.
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

/** Schedules that one plan moves without claiming anything; the next plan, which follows at once, takes the rest. */
const MOVES_PER_PLAN = 50;

const SHOWN_SCHEDULES = 20;

/** Every lost race is another's progress, and another plan makes no more of it than this one may. */
const MAX_RACES = 2 * MOVES_PER_PLAN;

/**
 * Binds planning to the database. A plan reads without a lock, in one statement, and reckons; what it finds it writes
 * in one more, which does nothing unless the schedule is still as it was read. Somebody who was faster makes it read
 * again.
 */
export function createSchedulePlanner(parts: PlannerParts): SchedulePlanner {
  return {
    async plan(workspaceId) {
      let limit = MOVES_PER_PLAN + 1;
      for (let race = 0; race < MAX_RACES; race += 1) {
        const reading = await readWorkspace(parts.pool, workspaceId, limit);
        const plan = await planFrom(parts, reading, limit);
        if (typeof plan !== 'string') return plan;
        // Schedules that cannot be planned stay in front of all others; however many they are, the others are read too.
        if (plan === 'cut') limit += MOVES_PER_PLAN;
      }
      throw new DefectError(`The schedules of ${workspaceId} changed ${MAX_RACES} times while they were planned.`);
    },
  };
}

/** `raced` where somebody else was faster, `cut` where all of a full reading was due and there may be more of it. */
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

/** The move of a due schedule. One that this process cannot compute must not block the others. */
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
    log.warn({ err: error, schedule_id: schedule.scheduleId }, 'passed over a schedule that cannot be planned');
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The time of a schedule by this process's time zones: its local date stays if another release computed its instant.
 */
function dueBy(zones: TimeZones, { cadence, tzdbVersion, nextRunAt, nextLocalDate }: ArmedSchedule): Date {
  if (cadence.mode === 'interval' || nextLocalDate === undefined || tzdbVersion === zones.version) return nextRunAt;
  return instantFromDate(cadence, nextLocalDate, zones);
}

/**
 * The local days that a run at an instant is about; undefined of a window of elapsed time, which is the row's to
 * reckon.
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

/** The occurrence that was claimed, if one was. */
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
        : await takeInstant(pool, { schedule, move, owed, now, beforeCommit });
    faultPoints.reach('plan.after_commit');
    return written;
  } catch (error) {
    if (isTaken(error, 'occurrence_in_flight')) return 'raced';
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
  // One that cannot be planned is no reason to look again; the reconciler does, once in a while.
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
