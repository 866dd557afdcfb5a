import { inject, onTestFinished } from 'vitest';
import { Client } from '@temporalio/client';
import type pg from 'pg';
import { createActivities } from '../../activities/reports/create-activities.ts';
import { createOccurrenceActivities } from '../../activities/schedules/occurrence-activities.ts';
import { createBeginAhead } from '../../activities/schedules/begin-occurrence.ts';
import { createDispatchActivities } from '../../activities/schedules/dispatch-activities.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { createOccurrenceTransitions } from '../../store/schedules/occurrence-transitions.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { createReportInboxStore } from '../../store/schedules/report-inbox-store.ts';
import { createReportOccurrenceStore } from '../../store/schedules/report-occurrence-store.ts';
import { createReportRunStore } from '../../store/reports/report-run-store.ts';
import { createReportScheduleStore } from '../../store/schedules/report-schedule-store.ts';
import { createReportStore } from '../../store/reports/report-store.ts';
import { createRunTransitions } from '../../store/reports/run-transitions.ts';
import { createSavedViewStore } from '../../store/views/saved-view-store.ts';
import { createSchedulePlanner } from '../../store/schedules/schedule-planner.ts';
import { createTenancyStore } from '../../store/tenancy/tenancy-store.ts';
import { DISPATCH_TASK_QUEUE, DUE_RUNS_TASK_QUEUE } from '../../workflows/public.ts';
import { createTestDatabase } from '../engines/database.ts';
import { openSkippingEnvironment } from '../engines/skipping-environment.ts';
import { newArtifactSalt } from '../../contracts/reports/report-digest.ts';
import { silentLog } from '../silent-log.ts';
import { createAbandonedAttempts } from './abandoned-attempts.ts';
import { createFakeReader, type FakeReader } from './fake-reader.ts';
import { openRelay } from './open-relay.ts';
import { openScheduleWorkers, type ScheduleWorkers } from './schedule-workers.ts';
import { openSkippingTime } from './skipping-time.ts';

/**
 * The time-outs of attempts. The attempt of a cancelled run detects the cancellation at its next heartbeat, after a
 * third of `heartbeatMs`. The time-outs are so long that no heartbeat happens while a test stops work in progress. If
 * an attempt has just ended, this server refuses the task that cancels it, and never offers the task again.
 */
const TIMEOUTS = { heartbeatMs: 60_000, attemptMs: 60_000 };

/** The stores, clock and fake reader that schedules need in a test, over a server that skips time. */
export interface ScheduleWorld extends Stores {
  readonly pool: pg.Pool;
  /** The clock that stores, activities and timers share. */
  readonly clock: Clock;
  readonly reader: FakeReader;
  readonly workers: ScheduleWorkers;
  /**
   * Makes later plans claim occurrences without starting them, as if the store failed at that step. The occurrences
   * stay `claimed`.
   */
  leaveBeginnings(): void;
  /** A client for viewing workflows like an operator. Never wait for a result with it: read the rows instead. */
  readonly temporal: Client;
  /** Lets time pass until an instant, with all work that becomes due. It takes seconds, even for a year. */
  passUntil(instant: string): Promise<void>;
  /** Lets time pass while an activity hangs. Timers of Temporal do not fire during this time. */
  passWhileItHangs(instant: string): Promise<void>;
  /** Runs the relay for the outbox rows of the stores. A worker runs it after every write. */
  relay(): Promise<void>;
}

type Stores = ReturnType<typeof openStores>;

/**
 * Opens a world for the current test that begins at an instant, which must be a whole minute. Workers of both queues
 * run; with `hasDowntime`, the test may stop them.
 */
export async function openScheduleWorld(begin: string, { hasDowntime = false } = {}): Promise<ScheduleWorld> {
  const [environment, database] = await Promise.all([
    openSkippingEnvironment(),
    createTestDatabase(inject('databaseUrl')),
  ]);
  onTestFinished(() => database.drop());
  const { pool } = database;
  const time = await openSkippingTime(environment, begin);
  const { clock } = time;
  const stores = openStores(pool, clock);
  const reader = createFakeReader();
  let beginsAhead = true;
  const activities = activitiesOf({ pool, stores, reader, beginsAhead: () => beginsAhead });
  const workers = openScheduleWorkers({ environment, activities, refresh: () => time.refresh(), hasDowntime });
  await workers.start();
  // This client never waits for a result, because waiting would make the server skip years.
  const temporal = new Client({ connection: environment.connection });
  const abandoned = createAbandonedAttempts(environment, pool);
  const relay = openRelay({ pool, clock, client: temporal, timeouts: TIMEOUTS });
  return {
    ...stores,
    pool,
    clock,
    reader,
    workers,
    leaveBeginnings: () => void (beginsAhead = false),
    temporal,
    relay,
    async passUntil(instant) {
      const to = new Date(instant);
      if (workers.isComplete()) {
        await abandoned.forget();
        await time.goTo(to);
      } else {
        // Timers fire without workers, and the server then waits for a worker. It does not skip the rest of a downtime,
        // so the clock advances in one step.
        const due = await firstDue(pool);
        await time.goTo(due !== undefined && due < to ? due : to);
        await time.leapTo(to);
      }
      await relay();
    },
    passWhileItHangs: (instant) => time.leapTo(new Date(instant)),
  };
}

function openStores(pool: pg.Pool, clock: Clock) {
  return {
    tenancy: createTenancyStore(pool),
    savedViews: createSavedViewStore(pool, clock),
    reports: createReportStore(pool, clock),
    runs: createReportRunStore(pool),
    runTransitions: createRunTransitions(pool, clock),
    schedules: createReportScheduleStore(pool, clock),
    occurrences: createReportOccurrenceStore(pool),
    inbox: createReportInboxStore(pool, clock),
    clock,
  };
}

interface ActivityParts {
  readonly pool: pg.Pool;
  readonly stores: Stores;
  readonly reader: FakeReader;
  readonly beginsAhead: () => boolean;
}

function activitiesOf({ pool, stores, reader, beginsAhead }: ActivityParts) {
  const { clock, tenancy, savedViews, runTransitions: runs } = stores;
  const shared = { tenancy, faultPoints: noFaultPoints, log: silentLog };
  const planner = createSchedulePlanner({ pool, clock, zones: timeZones, faultPoints: noFaultPoints, log: silentLog });
  const transitions = createOccurrenceTransitions(pool, clock, newId);
  const occurrencePorts = { ...shared, transitions, savedViews, newId };
  const beginAhead = createBeginAhead(occurrencePorts);
  const attempts = createActivities({
    readerMs: 60_000,
    ...shared,
    runs,
    reader: reader.port,
    newRequestId: () => newId('request'),
    newArtifactSalt,
  });
  return {
    [DISPATCH_TASK_QUEUE]: createDispatchActivities({
      planner,
      beginAhead: (occurrence) => (beginsAhead() ? beginAhead(occurrence) : Promise.resolve(undefined)),
      clock,
      timeouts: TIMEOUTS,
      namesArePlain: true,
    }),
    [DUE_RUNS_TASK_QUEUE]: { ...attempts, ...createOccurrenceActivities(occurrencePorts, attempts) },
  };
}

async function firstDue(pool: pg.Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ due: Date | null }>('SELECT min(next_run_at) AS due FROM report_schedules');
  return rows[0]?.due ?? undefined;
}
