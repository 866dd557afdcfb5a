import type pg from 'pg';
import type { WallClockCadence } from '../../domain/schedules/cadence.ts';
import { instantFromDate, intendedDate } from '../../domain/schedules/local-dates.ts';
import type { TimeZones } from '../../domain/schedules/time-zones.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction } from '../postgres/pool.ts';

/** The number of schedules that are computed and written in one transaction. */
const BATCH = 100;

/** The result for schedules that an older time-zone database had planned. */
export interface ReplanningResult {
  /** The number of schedules that now follow the rules of this process's database. */
  readonly planned: number;
  /** The workspaces in which an instant moved; they were nudged. */
  readonly movedWorkspaceIds: readonly string[];
  /** The schedules whose next instant cannot be computed; they are left unchanged. */
  readonly failed: readonly { readonly scheduleId: string; readonly error: unknown }[];
}

export interface ScheduleReplanner {
  /**
   * Plans every armed wall-clock schedule again that an older time-zone database had planned. The local date stays; the
   * instant is computed by the current rules. Revisions stay unchanged. Workspaces in which an instant moved are
   * nudged.
   */
  replan(): Promise<ReplanningResult>;
}

/** An armed wall-clock schedule as an older database planned it. */
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

/** The result of one batch, and the last id, after which the next batch begins; undefined after the last batch. */
interface Batch extends ReplanningResult {
  readonly lastId: string | undefined;
}

/**
 * Creates the replanner. A process only replans schedules of older databases, never of newer ones, so that two versions
 * that run at the same time do not undo each other's work.
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

// Releases are named by year and letter, such as `2025c`, so older ones sort before newer ones.
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
