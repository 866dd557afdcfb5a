import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import type { RunTimeouts } from '../../domain/reports/report-run.ts';
import { createComparisonStartStore } from '../../store/comparisons/comparison-start-store.ts';
import { createOutboxStore } from '../../store/outbox/outbox-store.ts';
import { createCalibrationStartStore } from '../../store/quality/calibrations/calibration-start-store.ts';
import { createExperimentStartStore } from '../../store/quality/experiments/experiment-start-store.ts';
import { createRunStartStore } from '../../store/reports/run-start-store.ts';
import { createDispatcherStartStore } from '../../store/schedules/dispatcher-start-store.ts';
import { createOccurrenceStartStore } from '../../store/schedules/occurrence-start-store.ts';
import { drainOutbox } from '../../worker/relay/drain-outbox.ts';
import { silentLog } from '../silent-log.ts';
import { waitUntil } from '../wait-until.ts';

/** The relay of a test: a function that hands over every item of the outbox. A worker runs it after every write. */
export function openRelay({
  pool,
  clock,
  client,
  timeouts,
}: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly client: Client;
  readonly timeouts: RunTimeouts;
}): () => Promise<void> {
  const parts = {
    // The outbox adds real time to its clock. So rows that were delayed on a busy machine are due again after a real
    // second.
    outbox: createOutboxStore(pool, { now: () => new Date(clock.now().getTime() + performance.now()) }),
    runStarts: createRunStartStore(pool),
    dispatcherStarts: createDispatcherStartStore(pool),
    occurrenceStarts: createOccurrenceStartStore(pool),
    comparisonStarts: createComparisonStartStore(pool),
    experimentStarts: createExperimentStartStore(pool),
    calibrationStarts: createCalibrationStartStore(pool),
    client,
    // The deadlines of calls use real time.
    clock: { now: () => new Date() },
    timeouts,
    namesArePlain: true,
    faultPoints: noFaultPoints,
    log: silentLog,
  };
  return () =>
    waitUntil(async () => {
      await drainOutbox(parts, new AbortController().signal);
      const { rowCount } = await pool.query('SELECT FROM workflow_outbox WHERE sent_at IS NULL');
      return rowCount === 0;
    }, 20);
}
