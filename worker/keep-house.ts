import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import type { RetentionActivities } from '../activities/installation/retention-activities.ts';
import type { JudgeActivities } from '../activities/judges/judge-activities.ts';
import type { AutoValidateSettings } from '../domain/judges/configuration/evals-settings.ts';
import { repeat } from '../runtime/repeat.ts';
import { QUEUES } from './queues.ts';
import { ensureJudgeSchedule } from './temporal/ensure-judge-schedule.ts';
import { ensureJudgingSchedule, type JudgingSchedule } from './temporal/ensure-judging-schedule.ts';
import { ensureRetentionSchedule } from './temporal/ensure-retention-schedule.ts';
import { workOnQueue, type QueueParts } from './work-on-queue.ts';

const RETRY_MS = 2_000;

export interface HousekeepingParts extends QueueParts {
  readonly client: Client;
  readonly activities: RetentionActivities & JudgeActivities;
  readonly autoValidate: AutoValidateSettings;
  readonly judging: JudgingSchedule;
}

/**
 * Does what the system does for itself until the signal aborts, and sees to it once that Temporal asks for it;
 * `onWorker` is told of each worker that is made.
 */
export async function keepHouse(
  parts: HousekeepingParts,
  onWorker: (worker: Worker) => void,
  signal: AbortSignal,
): Promise<void> {
  const scheduled = new AbortController();
  const schedule = async (): Promise<void> => {
    await ensureRetentionSchedule(parts.client);
    await ensureJudgeSchedule(parts.client, parts.autoValidate);
    await ensureJudgingSchedule(parts.client, parts.judging);
    scheduled.abort();
  };
  await Promise.all([
    repeat('schedules of sweeps', schedule, {
      everyMs: RETRY_MS,
      signal: AbortSignal.any([signal, scheduled.signal]),
      log: parts.log,
    }),
    workOnQueue(QUEUES.housekeeping, parts, onWorker, signal),
  ]);
}
