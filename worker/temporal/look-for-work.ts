import { ScheduleNotFoundError, type Client, type ScheduleDescription } from '@temporalio/client';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { HousekeepingLookStore } from '../../store/installation/housekeeping-look-store.ts';

/** Work of the system's own that a workflow does, and how a worker sees whether there is any. */
export interface Housework {
  /** The schedule that starts the workflow once it is triggered, and by whose pause an operator stops it. */
  readonly scheduleId: string;
  /** Milliseconds between looks, which happen at whole multiples of it. */
  readonly everyMs: number;
  readonly offsetMs?: number;
  /** Makes the schedule. */
  readonly ensure: () => Promise<void>;
  /** Breaks off once the signal aborts. */
  readonly hasWork: (signal: AbortSignal) => Promise<boolean>;
}

export interface LookParts {
  readonly client: Client;
  readonly looks: HousekeepingLookStore;
  readonly clock: Clock;
}

/** A look that has not come to its end by then, say because its worker was killed, is made by another worker. */
const HOLD_MS = 120_000;

/**
 * Looks for work where that is due, as one of all workers, and has its workflow started where there is some: one that
 * finds nothing leaves no workflow. No workflow starts while another one runs or the schedule is paused.
 */
export async function lookForWork(
  work: Housework,
  { client, looks, clock }: LookParts,
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

/** Temporal forgets a schedule that nothing has triggered for a week. */
async function describeSchedule({ scheduleId, ensure }: Housework, client: Client): Promise<ScheduleDescription> {
  const handle = client.schedule.getHandle(scheduleId);
  try {
    return await handle.describe();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    await ensure();
    return handle.describe();
  }
}
