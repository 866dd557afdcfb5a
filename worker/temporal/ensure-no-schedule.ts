import { ScheduleNotFoundError, type Client } from '@temporalio/client';

/** Sees to it that a schedule is not there any more, whichever worker comes first. */
export async function ensureNoSchedule(client: Client, scheduleId: string): Promise<void> {
  await client.schedule
    .getHandle(scheduleId)
    .delete()
    .catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    });
}
