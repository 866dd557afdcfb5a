import { describe, expect, it } from 'vitest';
import { makeScheduleUpdate, makeSchedule } from '../../../testing/api/made-schedule.ts';

describe('the owner of a schedule whose view was deleted', () => {
  it('can pause and delete it: a schedule that cannot run must be stoppable', async () => {
    const made = await makeSchedule();
    const { savedViews, reportSchedules } = made.api.client();
    await savedViews.delete(made.view.id);
    const { data } = await reportSchedules.update(
      made.schedule.schedule_id,
      makeScheduleUpdate(made.schedule, { paused: true }),
    );
    expect(data).toMatchObject({ paused: true, pause_reason: 'manual' });
    const deleted = await reportSchedules.delete(made.schedule.schedule_id);
    expect(deleted.data.schedule_id).toBe(made.schedule.schedule_id);
  });
});
