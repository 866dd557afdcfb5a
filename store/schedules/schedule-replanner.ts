import type pg from 'pg';
import type { WallClockCadence } from '../../domain/schedules/cadence.ts';
import { instantFromDate, intendedDate } from '../../domain/schedules/local-dates.ts';
import type { TimeZones } from '../../domain/schedules/time-zones.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction } from '../postgres/pool.ts';

/** Schedules that are computed and written in one transaction. */
const BATCH = 100;

/** The result for the schedules that an older time-zone database had planned. */
export interface Replanned {
  /** Schedules that go by the rules of this process's database now. */
  readonly planned: number;
  /** Workspaces in which an instant moved, and which were nudged. */
  readonly movedWorkspaceIds: readonly string[];
  /** Schedules whose next instant cannot be computed: they stay as they were. */
  readonly failed: readonly { readonly scheduleId: string; readonly error: unknown }[];
}

export interface ScheduleReplanner {
  /**
   * Plans every armed wall clock again that an older time-zone database had planned: for the same local date, at the
   * instant that its clocks show now. It increments no revision. It nudges the workspaces in which an instant moved.
   */
  replan(): Promise<Replanned>;
}

/** An armed wall clock as an older database left it. */
interface PlannedRow {
  readonly scheduleId: string;
  readonly workspaceId: string;
  readonly cadence: WallClockCadence;
  readonly nextRunAt: Date;
  readonly nextLocalDate: string;
}

/** The changed columns of a row. */
interface NewPlan {
  readonly row: PlannedRow;
  readonly at: Date;
  readonly localDate: string | undefined;
}

/** One batch, and from where the next one goes on; undefined after the last. */
interface Batch extends Replanned {
  readonly lastId: string | undefined;
}

/**
 * Binds the re-planning to the database. A process moves schedules that older databases planned and never back, so that
 * two versions that run at the same time do not undo each other's work at every pass.
 */
export function createScheduleReplanner(pool: pg.Pool, clock: Clock, zones: TimeZones): ScheduleReplanner {
  return {
    async replan() {
      const batches: Batch[] = [];
      let afterId: string | undefined = '';
      while (afterId !== undefined) {
        const batch: Batch = await replanBatch(pool, clock.now(), zones, afterId);
        batches.push(batch);
        afterId = batch.lastId;
      }
      return {
        planned: batches.reduce((sum, { planned }) => sum + planned, 0),
        movedWorkspaceIds: [...new Set(batches.flatMap(({ movedWorkspaceIds }) => movedWorkspaceIds))],
        failed: batches.flatMap(({ failed }) => failed),
      };
    },
  };
}

// Releases are named by year and letter, such as `2025c`, so that an older one sorts before a newer one.
const OLDER = `
  SELECT schedule_id AS "scheduleId", workspace_id AS "workspaceId", cadence, next_run_at AS "nextRunAt",
    next_local_date AS "nextLocalDate"
  FROM report_schedules
  WHERE next_run_at IS NOT NULL AND cadence->>'mode' = 'wall_clock' AND tzdb_version COLLATE "C" < $1
    AND schedule_id > $2
  ORDER BY schedule_id LIMIT $3 FOR UPDATE SKIP LOCKED`;

const WRITE = `
  UPDATE report_schedules s SET next_run_at = n.next_run_at, next_local_date = n.next_local_date, tzdb_version = $1
  FROM unnest($2::text[], $3::timestamptz[], $4::text[]) AS n (schedule_id, next_run_at, next_local_date)
  WHERE s.schedule_id = n.schedule_id`;

function replanBatch(pool: pg.Pool, now: Date, zones: TimeZones, afterId: string): Promise<Batch> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<PlannedRow>(OLDER, [zones.version, afterId, BATCH]);
    const plans: NewPlan[] = [];
    const failed: { scheduleId: string; error: unknown }[] = [];
    for (const row of rows) {
      try {
        plans.push(planAgain(row, zones));
      } catch (error) {
        failed.push({ scheduleId: row.scheduleId, error });
      }
    }
    await client.query(WRITE, [
      zones.version,
      plans.map(({ row }) => row.scheduleId),
      plans.map(({ at }) => at),
      plans.map(({ localDate }) => localDate),
    ]);
    const moved = plans.filter(({ row, at }) => at.getTime() !== row.nextRunAt.getTime());
    const movedWorkspaceIds = [...new Set(moved.map(({ row }) => row.workspaceId))];
    for (const workflowId of movedWorkspaceIds) await enqueue(client, { kind: 'nudge_dispatcher', workflowId }, now);
    const lastId = rows.length < BATCH ? undefined : rows.at(-1)?.scheduleId;
    return { planned: plans.length, movedWorkspaceIds, failed, lastId };
  });
}

function planAgain(row: PlannedRow, zones: TimeZones): NewPlan {
  const at = instantFromDate(row.cadence, row.nextLocalDate, zones);
  return { row, at, localDate: intendedDate(row.cadence, at, zones) };
}
