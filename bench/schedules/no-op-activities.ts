import type { PlannedWorkspace } from '../../activities/schedules/dispatch-activities.ts';
import { newId } from '../../store/postgres/new-id.ts';
import type { NoOpActivities } from './no-op-workflows.ts';

const WEEK_MS = 604_800_000;
const DAY_MS = 86_400_000;

/** Activities that return immediately, with results as large as those of a plan and of an occurrence. */
export const noOpActivities: NoOpActivities = {
  planNothing: ({ organizationId, workspaceId, schedules, dueAtMs, taken }) => {
    const dueInMs = dueAtMs - Date.now();
    const scheduledFor = new Date(dueAtMs).toISOString();
    const shown = Array.from({ length: schedules }, (_, index) => {
      const id = `rsch_${String(index).padStart(26, '0')}`;
      return `- Report ${index} (\`${id}\`): **overdue since ${scheduledFor}**`;
    }).join('\n');
    const planned: PlannedWorkspace = { workspaceName: `Workspace ${workspaceId}`, schedules: shown };
    if (dueInMs > 0) return Promise.resolve({ ...planned, dueInMs });
    if (taken === schedules) return Promise.resolve({ ...planned, dueInMs: dueInMs + WEEK_MS });
    const inFlight = {
      occurrenceId: newId('reportOccurrence'),
      state: 'running' as const,
      attempt: 0,
      runId: newId('reportRun'),
      runAttempt: 0,
      scheduleId: newId('reportSchedule'),
      reportId: newId('report'),
      reportName: `Report ${taken}`,
      organizationId,
      workspaceId,
      scheduledFor,
      windowFrom: new Date(dueAtMs - DAY_MS).toISOString(),
      windowTo: scheduledFor,
      skippedCount: 0,
    };
    return Promise.resolve({ ...planned, dueInMs: 0, inFlight });
  },
  doNothing: () =>
    Promise.resolve({
      state: 'delivered',
      attempt: 0,
      failureCode: '',
      runId: newId('reportRun'),
      runAttempt: 1,
      deliveredCount: 2,
      suppressedCount: 0,
    }),
};
