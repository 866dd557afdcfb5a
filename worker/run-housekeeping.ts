import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import type { RetentionActivities } from '../activities/installation/retention-activities.ts';
import type { JudgeActivities } from '../activities/judges/judge-activities.ts';
import type { CalibrationFitActivities } from '../activities/quality/calibration/calibration-fit-activities.ts';
import type { AutoValidateSettings } from '../domain/judges/configuration/evals-settings.ts';
import { repeat } from '../runtime/repeat.ts';
import {
  CALIBRATION_REFIT_SCHEDULE_ID,
  JUDGE_SWEEP_SCHEDULE_ID,
  JUDGE_TRAFFIC_SCHEDULE_ID,
  RETENTION_SWEEP_SCHEDULE_ID,
} from '../workflows/public.ts';
import { WORKER_QUEUES } from './worker-queues.ts';
import { ensureJudgeSchedule } from './temporal/ensure-judge-schedule.ts';
import { ensureJudgingSchedule, type JudgingSchedule } from './temporal/ensure-judging-schedule.ts';
import { ensureRefitSchedule, type RefitSchedule } from './temporal/ensure-refit-schedule.ts';
import { ensureRetentionSchedule } from './temporal/ensure-retention-schedule.ts';
import { searchForWork, type HousekeepingWork, type SearchParts } from './temporal/search-for-work.ts';
import { workOnQueue, type QueueParts } from './work-on-queue.ts';

const RETRY_MS = 2_000;
/** Milliseconds after which each worker checks again whether it is its turn to search. */
const ASK_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Milliseconds after the full hour, at which most schedules are due. */
const SWEEP_OFFSET_MS = 1_500_000;
/** Milliseconds between searches for judges to validate, and so the maximum delay after new labels. */
const VALIDATION_MS = 300_000;
/** Milliseconds between searches for requests to score. */
const JUDGING_MS = 60_000;

export interface HousekeepingParts extends QueueParts, SearchParts {
  readonly client: Client;
  readonly activities: RetentionActivities & JudgeActivities & CalibrationFitActivities;
  readonly autoValidate: AutoValidateSettings;
  readonly judging: JudgingSchedule;
  readonly refits: RefitSchedule;
  /** The checks for rows to remove, judges to validate, requests to score and labels to fit. */
  readonly hasWork: Readonly<Record<'retention' | 'validation' | 'judging' | 'refit', HousekeepingWork['hasWork']>>;
}

/**
 * Runs housekeeping until the signal aborts, and triggers its schedules in Temporal when there is work. `onWorker`
 * receives each worker that is created.
 */
export async function runHousekeeping(
  parts: HousekeepingParts,
  onWorker: (worker: Worker) => void,
  signal: AbortSignal,
): Promise<void> {
  const { client, autoValidate, judging, refits, log } = parts;
  const scheduled = new AbortController();
  const schedule = async (): Promise<void> => {
    await ensureRetentionSchedule(client);
    await ensureJudgeSchedule(client, autoValidate, judging);
    await ensureJudgingSchedule(client, judging);
    await ensureRefitSchedule(client, refits);
    scheduled.abort();
  };
  await Promise.all([
    repeat('schedules of sweeps', schedule, {
      everyMs: RETRY_MS,
      signal: AbortSignal.any([signal, scheduled.signal]),
      log,
    }),
    ...houseworks(parts).map((work) =>
      repeat(`look for ${work.scheduleId}`, () => searchForWork(work, parts, signal), { everyMs: ASK_MS, signal, log }),
    ),
    workOnQueue(WORKER_QUEUES.housekeeping, parts, onWorker, signal),
  ]);
}

/** The kinds of housekeeping that the configuration enables. */
function houseworks({ client, autoValidate, judging, refits, hasWork }: HousekeepingParts): HousekeepingWork[] {
  const retention = {
    scheduleId: RETENTION_SWEEP_SCHEDULE_ID,
    everyMs: HOUR_MS,
    offsetMs: SWEEP_OFFSET_MS,
    ensure: () => ensureRetentionSchedule(client),
    hasWork: hasWork.retention,
  };
  const validation = {
    scheduleId: JUDGE_SWEEP_SCHEDULE_ID,
    everyMs: Math.min(VALIDATION_MS, autoValidate.intervalMs),
    ensure: () => ensureJudgeSchedule(client, autoValidate, judging),
    hasWork: hasWork.validation,
  };
  const scoring = {
    scheduleId: JUDGE_TRAFFIC_SCHEDULE_ID,
    everyMs: JUDGING_MS,
    ensure: () => ensureJudgingSchedule(client, judging),
    hasWork: hasWork.judging,
  };
  const fitting = (everyMs: number): HousekeepingWork => ({
    scheduleId: CALIBRATION_REFIT_SCHEDULE_ID,
    everyMs,
    ensure: () => ensureRefitSchedule(client, refits),
    hasWork: hasWork.refit,
  });
  return [
    retention,
    ...(autoValidate.isEnabled ? [validation] : []),
    ...(judging.isWanted ? [scoring] : []),
    ...(refits.intervalMs === undefined ? [] : [fitting(refits.intervalMs)]),
  ];
}
