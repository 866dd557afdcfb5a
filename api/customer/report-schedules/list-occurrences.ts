import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';

/** Lists the occurrences of a schedule, newest first. */
export const listOccurrences = createListHandler(SCHEDULE_OPERATIONS, 'customer.report_schedules.occurrences', {
  access: 'requireSchedule',
  source: (request, { ports, access }) => {
    const { schedule_id: scheduleId, workspace_id: workspaceId } = access.schedule.of(request).record;
    return {
      list: `occurrences of ${scheduleId}`,
      workspaceId,
      load: (after, limit) => ports.schedules.listOccurrences({ scheduleId, limit, after }),
      keyOf: (occurrence) => ({ createdAt: occurrence.scheduled_for, id: occurrence.occurrence_id }),
      present: (occurrences) => occurrences,
    };
  },
});
