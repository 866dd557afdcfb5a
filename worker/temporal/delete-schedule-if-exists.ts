import { ScheduleNotFoundError, type Client } from '@temporalio/client';

/** Deletes a schedule if it exists. Several workers may call this at the same time. */
export async function deleteScheduleIfExists(client: Client, scheduleId: string): Promise<void> {
  await client.schedule
    .getHandle(scheduleId)
    .delete()
    .catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    });
}
