import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Component } from '../../domain/kernel/components.ts';
import { isInFlight, OCCURRENCE_STATES, type OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { isSettled, RUN_STATES, type RunState } from '../../domain/reports/report-run.ts';
import { lowestIdAt } from '../postgres/new-id.ts';
import { OUTBOX_KINDS, type OutboxKind } from '../outbox/enqueue.ts';
import { type ComparisonGauges, createComparisonGauges } from '../comparisons/comparison-gauges.ts';
import { type CalibrationGauges, createCalibrationGauges } from '../quality/calibrations/calibration-gauges.ts';
import { createExperimentGauges, type ExperimentGauges } from '../quality/experiments/experiment-gauges.ts';
import { createLapsedLeaseStore } from '../gateway/lapsed-lease-store.ts';
import { createServiceKeyStore } from '../gateway/service-key-store.ts';
import { type JudgeGauges, createJudgeGauges } from '../judges/judge-gauges.ts';
import { createNoticeGauges, type NoticeGauges } from '../notices/notice-gauges.ts';
import { createIndexProgressStore } from '../ingest/index-progress-store.ts';
import { type QuarantineUsage, readQuarantineUsage } from '../ingest/quarantine-store.ts';
import { createOperatorScheduleStore } from '../schedules/operator-schedule-store.ts';
import { requireRow } from '../postgres/require-row.ts';
import { createHeartbeatStore } from './heartbeat-store.ts';

/** The number of waiting items, and the age of the oldest in seconds; 0 if no item waits. */
export interface WaitingItems {
  readonly count: number;
  readonly oldestSeconds: number;
}

export interface OutboxGauge extends WaitingItems {
  /** The number of items that were given up. */
  readonly dead: number;
}

export interface IngestGauges {
  /** The age of the oldest traffic that may not be read and loaded yet; undefined if no indexer ever began. */
  readonly waitingSeconds: number | undefined;
  /** The batches that are planned but not loaded; their age counts from the plan. */
  readonly unloaded: WaitingItems;
  /** The planned lines that no reader sees yet: those above the fence. */
  readonly unseenLines: number;
  /** The quarantined lines of batches that were planned within the last hour. */
  readonly quarantinedLastHour: number;
  readonly quarantine: QuarantineUsage;
}

export interface ScheduleGauges {
  /** The schedules that have been due for at least a minute without being started. */
  readonly overdue: WaitingItems;
  /** The armed schedules that were planned or saved by a clock at least a minute ahead of this one. */
  readonly aheadOfClock: number;
  /** The number of instants, ever, that passed without a separate run: combined with a later one, or missed. */
  readonly skippedTotal: number;
  /** The number of occurrences that were recorded as missed within the last hour. */
  readonly missedLastHour: number;
}

/**
 * The amount and age of work in the control plane, the same for every process that queries it. Each gauge is a few
 * cheap statements, bounded by unfinished work and never by the history.
 */
export interface WorkGauges {
  /** The gauges of every kind, including kinds without waiting items. */
  outbox(): Promise<ReadonlyMap<OutboxKind, OutboxGauge>>;
  /** The runs of every unsettled state; the age of a running one counts from its first attempt. */
  runs(): Promise<ReadonlyMap<RunState, WaitingItems>>;
  /** The occurrences of every state in flight. */
  occurrences(): Promise<ReadonlyMap<OccurrenceState, WaitingItems>>;
  schedules(): Promise<ScheduleGauges>;
  ingest(): Promise<IngestGauges>;
  /**
   * The number of limit counters with a current window that charge a dead gateway in full, because no process accounted
   * for it within ten minutes.
   */
  unaccountedCounters(): Promise<number>;
  readonly comparisons: ComparisonGauges;
  readonly experiments: ExperimentGauges;
  readonly calibrations: CalibrationGauges;
  readonly judges: JudgeGauges;
  readonly notices: NoticeGauges;
  /** The age in seconds of the oldest credential that a live gateway does not confirm; see `ServiceKeyStore`. */
  awaitedCredentialSeconds(): Promise<number>;
  /**
   * The seconds since the last heartbeat of each component, in any instance; a component that was never seen is absent.
   */
  silence(): Promise<ReadonlyMap<Component, number>>;
  /** Returns the planned offset of each event source; an unknown source is absent. */
  plannedOffsets(sourceIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** Rejects if the control plane does not answer. */
  probe(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/**
 * Milliseconds after which a dead gateway counts as unaccounted. Accounting normally happens a minute after its last
 * lease lapsed, if its journal can be read.
 */
const UNACCOUNTED_MS = 600_000;

export function createWorkGauges(pool: pg.Pool, clock: Clock): WorkGauges {
  const oversight = createOperatorScheduleStore(pool, clock);
  const heartbeats = createHeartbeatStore(pool, clock);
  const progress = createIndexProgressStore(pool, clock);
  const leases = createLapsedLeaseStore(pool, clock);
  const serviceKeys = createServiceKeyStore(pool, clock);
  return {
    comparisons: createComparisonGauges(pool, clock),
    experiments: createExperimentGauges(pool, clock),
    calibrations: createCalibrationGauges(pool, clock),
    judges: createJudgeGauges(pool, clock),
    notices: createNoticeGauges(pool, clock),
    awaitedCredentialSeconds: () => serviceKeys.oldestAwaitedSeconds(),

    async outbox() {
      const { rows } = await pool.query<{ name: OutboxKind; count: number; oldest: Date | null; dead: number }>(OUTBOX);
      return gaugesOf(OUTBOX_KINDS, clock.now(), rows, (row) => ({ dead: row?.dead ?? 0 }));
    },

    async runs() {
      const { rows } = await pool.query<CountedRow<RunState>>(RUNS);
      const unsettled = RUN_STATES.filter((state) => !isSettled(state));
      return gaugesOf(unsettled, clock.now(), rows, () => ({}));
    },

    async occurrences() {
      const { rows } = await pool.query<CountedRow<OccurrenceState>>(OCCURRENCES);
      return gaugesOf(OCCURRENCE_STATES.filter(isInFlight), clock.now(), rows, () => ({}));
    },

    async schedules() {
      const now = clock.now();
      const { count, oldestSeconds } = await oversight.overdue();
      const { rows } = await pool.query<{ skipped: number; missed: number }>(SCHEDULES, [
        lowestIdAt('reportOccurrence', new Date(now.getTime() - 2 * HOUR_MS)),
        new Date(now.getTime() - HOUR_MS),
      ]);
      const { skipped, missed } = requireRow(rows);
      const aheadOfClock = await oversight.aheadOfClock();
      return { overdue: { count, oldestSeconds }, aheadOfClock, skippedTotal: skipped, missedLastHour: missed };
    },

    async ingest() {
      const now = clock.now();
      const { rows } = await pool.query<{ batches: number; oldest: Date | null; unseen: number; quarantined: number }>(
        INGEST,
        [new Date(now.getTime() - HOUR_MS)],
      );
      const { waitingSince } = await progress.state();
      const quarantine = await readQuarantineUsage(pool, now);
      const waitingSeconds = waitingSince === undefined ? undefined : secondsSince(waitingSince, now);
      const { batches, oldest, unseen, quarantined } = requireRow(rows);
      const unloaded = { count: batches, oldestSeconds: secondsSince(oldest, now) };
      return { waitingSeconds, unloaded, unseenLines: unseen, quarantinedLastHour: quarantined, quarantine };
    },

    async unaccountedCounters() {
      const now = clock.now();
      const inForce = (await leases.find(UNACCOUNTED_MS)).filter(({ to }) => to > now);
      return new Set(inForce.map(({ counterId }) => counterId)).size;
    },

    async silence() {
      const seen = await heartbeats.lastSeen();
      const now = clock.now();
      return new Map([...seen].map(([component, at]) => [component, secondsSince(at, now)]));
    },

    async plannedOffsets(sourceIds) {
      const { rows } = await pool.query<{ id: string; planned: bigint }>(
        'SELECT source_id AS id, next_offset AS planned FROM ingest_sources WHERE source_id = ANY($1)',
        [sourceIds],
      );
      return new Map(rows.map(({ id, planned }) => [id, planned]));
    },

    async probe() {
      await pool.query('SELECT 1');
    },
  };
}

const OUTBOX = `
  SELECT kind AS name, (count(*) FILTER (WHERE dead_at IS NULL))::int AS count,
    min(created_at) FILTER (WHERE dead_at IS NULL) AS oldest, (count(*) FILTER (WHERE dead_at IS NOT NULL))::int AS dead
  FROM workflow_outbox WHERE sent_at IS NULL GROUP BY kind`;

const RUNS = `
  SELECT state AS name, count(*)::int AS count,
    min(CASE WHEN state = 'running' THEN coalesce(started_at, created_at) ELSE created_at END) AS oldest
  FROM report_runs WHERE state IN ('queued', 'running') GROUP BY state`;

const OCCURRENCES = `
  SELECT state AS name, count(*)::int AS count, min(created_at) AS oldest
  FROM report_occurrences WHERE state IN ('claimed', 'running', 'cancelling') GROUP BY state`;

// Ids are ordered by creation time, so the primary key alone finds those of the last hours.
const SCHEDULES = `
  SELECT (SELECT coalesce(sum(skipped_total), 0)::float8 FROM report_schedules) AS skipped,
    (SELECT count(*)::int FROM report_occurrences
     WHERE occurrence_id > $1 AND created_at > $2 AND state = 'missed') AS missed`;

// Batches are planned one after the other, so their ids are in the order of the plans. A backward scan stops at the
// first batch that is older than an hour.
const INGEST = `
  WITH unloaded AS (
    SELECT count(*)::int AS batches, min(planned_at) AS oldest, min(first_seq) AS first_seq
    FROM ingest_batches WHERE loaded_at IS NULL
  )
  SELECT batches, oldest,
    (SELECT coalesce(last_seq - first_seq + 1, 0)::float8 FROM ingest_arrival) AS unseen,
    (SELECT count(*)::int FROM ingest_quarantine WHERE batch_id > before.batch_id AND discarded_at IS NULL)
      + (SELECT coalesce(sum(upper(run) - lower(run)), 0)::int FROM ingest_batches, unnest(unkept) AS run
         WHERE batch_id > before.batch_id) AS quarantined
  FROM unloaded, (
    SELECT coalesce((SELECT batch_id FROM ingest_batches WHERE planned_at <= $1 ORDER BY batch_id DESC LIMIT 1), 0) AS batch_id
  ) AS before`;

interface CountedRow<Name extends string> {
  readonly name: Name;
  readonly count: number;
  readonly oldest: Date | null;
}

/** The gauges of all names, in the order of the names. */
function gaugesOf<Name extends string, Row extends CountedRow<Name>, More extends object>(
  names: readonly Name[],
  now: Date,
  rows: readonly Row[],
  more: (row: Row | undefined) => More,
): Map<Name, WaitingItems & More> {
  return new Map(
    names.map((name) => {
      const row = rows.find((one) => one.name === name);
      return [name, { count: row?.count ?? 0, oldestSeconds: secondsSince(row?.oldest ?? null, now), ...more(row) }];
    }),
  );
}

function secondsSince(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000);
}
