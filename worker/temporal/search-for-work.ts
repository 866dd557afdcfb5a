import { ScheduleNotFoundError, type Client, type ScheduleDescription } from '@temporalio/client';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { HousekeepingTurnStore } from '../../store/installation/housekeeping-turn-store.ts';

/** A kind of internal work that a workflow does, with the check for whether there is any. */
export interface HousekeepingWork {
  /** The schedule that starts the workflow when it is triggered. An operator stops the work by pausing the schedule. */
  readonly scheduleId: string;
  /** Milliseconds between searches, which happen at integer multiples of this interval. */
  readonly everyMs: number;
  readonly offsetMs?: number;
  /** Creates the schedule. */
  readonly ensure: () => Promise<void>;
  /** True if there is work; stops when the signal aborts. */
  readonly hasWork: (signal: AbortSignal) => Promise<boolean>;
}

export interface SearchParts {
  readonly client: Client;
  readonly looks: HousekeepingTurnStore;
  readonly clock: Clock;
}

/**
 * Milliseconds after which another worker repeats a search that has not ended, for example because its worker was
 * killed.
 */
const HOLD_MS = 120_000;

/**
 * Searches for work if a search is due and no other worker makes it, and triggers the schedule if there is work. A
 * search without a result leaves no workflow. No workflow starts while another one runs or the schedule is paused.
 */
export async function searchForWork(
  work: HousekeepingWork,
  { client, looks, clock }: SearchParts,
  signal: AbortSignal,
): Promise<void> {
  const { scheduleId, everyMs, offsetMs = 0 } = work;
  const now = clock.now().getTime();
  const since = new Date(now - ((now - offsetMs) % everyMs));
  if (!(await looks.begin(scheduleId, { since, holdMs: HOLD_MS }))) return;
  const { state, info } = await describeSchedule(work, client);
  const mayStart = !state.paused && info.runningActions.length === 0;
  if (mayStart && (await work.hasWork(signal))) await client.schedule.getHandle(scheduleId).trigger();
  await looks.end(scheduleId);
}

/**
 * The description of the schedule. It is created again if necessary, because Temporal deletes a schedule that was not
 * triggered for a week.
 */
async function describeSchedule(
  { scheduleId, ensure }: HousekeepingWork,
  client: Client,
): Promise<ScheduleDescription> {
  const handle = client.schedule.getHandle(scheduleId);
  try {
    return await handle.describe();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    await ensure();
    return handle.describe();
  }
}
