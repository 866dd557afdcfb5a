import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Component } from '../../domain/kernel/components.ts';
import { isInFlight, OCCURRENCE_STATES, type OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { isSettled, RUN_STATES, type RunState } from '../../domain/reports/report-run.ts';
import { lowestIdMadeAt } from '../postgres/new-id.ts';
import { OUTBOX_KINDS, type OutboxKind } from '../outbox/enqueue.ts';
import { type ComparisonOversight, createComparisonOversight } from '../comparisons/comparison-oversight.ts';
import { createLapsedLeaseStore } from '../gateway/lapsed-lease-store.ts';
import { type JudgeOversight, createJudgeOversight } from '../judges/judge-oversight.ts';
import { createIndexProgressStore } from '../ingest/index-progress-store.ts';
import { type QuarantineRoom, readQuarantineRoom } from '../ingest/quarantine-store.ts';
import { createScheduleOversight } from '../schedules/schedule-oversight.ts';
import { requireRow } from '../postgres/require-row.ts';
import { createHeartbeatStore } from './heartbeat-store.ts';

/** The number of waiting items, and the age of the oldest in seconds; 0 if there is none. */
export interface Waiting {
  readonly count: number;
  readonly oldestSeconds: number;
}

export interface OutboxGauge extends Waiting {
  /** Items given up. */
  readonly dead: number;
}

export interface IngestGauges {
  /** Age of what may not be read and loaded yet, loaded again or not; undefined where no indexer ever began. */
  readonly waitingSeconds: number | undefined;
  /** Batches that are planned and not loaded; their age counts from the plan. */
  readonly unloaded: Waiting;
  /** Lines that are planned and that no reader sees yet: those above the fence. */
  readonly unseenLines: number;
  /** Lines set aside in the batches that were planned within the last hour. */
  readonly quarantinedLastHour: number;
  readonly quarantine: QuarantineRoom;
}

export interface ScheduleGauges {
  /** Due for a minute and more, and not taken up. */
  readonly overdue: Waiting;
  /** Armed, and planned or saved by a clock that was ahead of this one by a minute and more. */
  readonly aheadOfClock: number;
  /** Instants that passed without a run of their own, ever: caught up with a later one, or missed. */
  readonly skippedTotal: number;
  /** Occurrences that were recorded as missed within the last hour. */
  readonly missedLastHour: number;
}

/**
 * The amount and the age of work in the control plane, the same for every process that asks. Each is a few cheap
 * statements, bounded by unfinished work and never by the history.
 */
export interface WorkGauges {
  /** The gauges of every kind, also of kinds without waiting items. */
  outbox(): Promise<ReadonlyMap<OutboxKind, OutboxGauge>>;
  /** The runs of every unsettled state; the age of a running one counts from its first attempt. */
  runs(): Promise<ReadonlyMap<RunState, Waiting>>;
  /** The occurrences of every state in flight. */
  occurrences(): Promise<ReadonlyMap<OccurrenceState, Waiting>>;
  schedules(): Promise<ScheduleGauges>;
  ingest(): Promise<IngestGauges>;
  /**
   * Counters of limits, with a window that goes on, that charge a dead gateway in full because nobody accounted for it
   * within ten minutes.
   */
  unaccountedCounters(): Promise<number>;
  readonly comparisons: ComparisonOversight;
  readonly judges: JudgeOversight;
  /** Seconds since each component gave a sign of life, in whichever instance; one that never did is absent. */
  silence(): Promise<ReadonlyMap<Component, number>>;
  /** The planned offset of each of these sources of events; an unknown one is absent. */
  plannedOffsets(sourceIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** Rejects when the control plane does not answer. */
  probe(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** A dead gateway is accounted for a minute after its last lease lapsed, where its journal can be read. */
const UNACCOUNTED_MS = 600_000;

/** Binds the questions to the database. */
export function createWorkGauges(pool: pg.Pool, clock: Clock): WorkGauges {
  const oversight = createScheduleOversight(pool, clock);
  const heartbeats = createHeartbeatStore(pool, clock);
  const progress = createIndexProgressStore(pool, clock);
  const leases = createLapsedLeaseStore(pool, clock);
  return {
    comparisons: createComparisonOversight(pool, clock),
    judges: createJudgeOversight(pool, clock),

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
        lowestIdMadeAt('reportOccurrence', new Date(now.getTime() - 2 * HOUR_MS)),
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
      const quarantine = await readQuarantineRoom(pool, now);
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

// Ids are ordered by the time they were made, so that those of the last hours are found by the primary key alone.
const SCHEDULES = `
  SELECT (SELECT coalesce(sum(skipped_total), 0)::float8 FROM report_schedules) AS skipped,
    (SELECT count(*)::int FROM report_occurrences
     WHERE occurrence_id > $1 AND created_at > $2 AND state = 'missed') AS missed`;

// Batches are planned one after the other, so that their ids are in the order of their plans, and those of the last
// hour are what is read before the first older one, backwards.
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

/** A gauge for every name, in their order. */
function gaugesOf<Name extends string, Row extends CountedRow<Name>, More extends object>(
  names: readonly Name[],
  now: Date,
  rows: readonly Row[],
  more: (row: Row | undefined) => More,
): Map<Name, Waiting & More> {
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
