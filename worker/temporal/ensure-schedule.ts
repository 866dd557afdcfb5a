import { ScheduleAlreadyRunning, type Client, type ScheduleOptions } from '@temporalio/client';

/**
 * Creates a schedule, or updates it to the definition of this version. Several workers may call this at the same time.
 * A schedule that an operator paused stays paused.
 */
export async function ensureSchedule(client: Client, wanted: ScheduleOptions): Promise<void> {
  try {
    await client.schedule.create(wanted);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { scheduleId, spec, action, policies, state } = wanted;
    await client.schedule.getHandle(scheduleId).update((previous) => ({
      spec,
      action,
      ...(policies && { policies }),
      state: previous.state.paused ? previous.state : { ...previous.state, ...state },
    }));
  }
}
