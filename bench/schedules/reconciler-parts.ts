import type pg from 'pg';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createLostComparisonRunStore } from '../../store/comparisons/lost-comparison-run-store.ts';
import { createCalibrationFitStore } from '../../store/quality/calibrations/calibration-fit-store.ts';
import { createLostExperimentRunStore } from '../../store/quality/experiments/lost-experiment-run-store.ts';
import { createLostRunStore } from '../../store/reports/lost-run-store.ts';
import { createOverdueWorkspaceStore } from '../../store/schedules/overdue-workspace-store.ts';
import { createRunTransitions } from '../../store/reports/run-transitions.ts';
import { createScheduleReplanner } from '../../store/schedules/schedule-replanner.ts';
import type { ReconcilerParts } from '../../worker/relay/reconcile.ts';
import type { WorkerLog } from '../../worker/telemetry/worker-log.ts';

/** The default interval of a deployment. */
export const RECONCILE_MS = 30_000;
const STALE_MS = 120_000;

/** The reconciler of the product, over the database of the bench. */
export function reconcilerParts({
  pool,
  clock,
  log,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: WorkerLog;
}): ReconcilerParts {
  return {
    lostRuns: createLostRunStore(pool, clock),
    lostComparisonRuns: createLostComparisonRunStore(pool, clock),
    lostExperimentRuns: createLostExperimentRunStore(pool, clock),
    lostFits: createCalibrationFitStore(pool, clock),
    runs: createRunTransitions(pool, clock),
    overdue: createOverdueWorkspaceStore(pool, clock),
    replanner: createScheduleReplanner(pool, clock, timeZones),
    staleMs: STALE_MS,
    log,
  };
}
