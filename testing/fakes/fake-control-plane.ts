import { newId } from '../../store/postgres/new-id.ts';
import type { InboxItemRecord } from '../../store/schedules/report-inbox-store.ts';
import { isInFlight } from '../../domain/schedules/report-occurrence.ts';
import type { ContractPlane } from '../contracts/contract-plane.ts';
import { hiddenSizes } from '../reports/hidden-sizes.ts';
import { newRun } from '../reports/new-report.ts';
import { FakeControlPlane } from './control-plane.ts';

const DAY_MS = 86_400_000;

/** Opens the control plane in memory for contract tests. */
export function openFakeControlPlane(): ContractPlane {
  let now = new Date('2026-03-02T08:00:00.000Z');
  const clock = { now: () => now, set: (instant: string) => void (now = new Date(instant)) };
  const plane = new FakeControlPlane(clock);
  const { savedViews, reports, scheduling } = plane;
  return {
    clock,
    savedViews,
    reports,
    schedules: scheduling.schedules,
    inbox: scheduling.inbox,
    makeTenancy: () =>
      Promise.resolve({
        organizationId: newId('organization'),
        workspaceId: newId('workspace'),
        environmentId: newId('environment'),
        ownerId: newId('subject'),
        otherId: newId('subject'),
      }),
    outbox: () => Promise.resolve(plane.outbox.map(({ kind, workflowId }) => `${kind} ${workflowId}`)),

    answerRun(runId, answer) {
      plane.answers.set(runId, answer);
      plane.settle(runId, { state: 'ready' }, hiddenSizes(answer));
      return Promise.resolve();
    },

    putOccurrence({ tenancy, reportId }, { scheduleId, state, scheduledFor = '2026-03-02T14:30:00.000Z' }) {
      const occurrenceId = newId('reportOccurrence');
      const isMissed = state === 'missed';
      const runId = isMissed || state === 'claimed' ? '' : newId('reportRun');
      if (runId !== '') plane.queueRun(newRun(tenancy, reportId, { run_id: runId, occurrence_id: occurrenceId }));
      const window = { from: new Date(Date.parse(scheduledFor) - DAY_MS).toISOString(), to: scheduledFor };
      const isStopping = state === 'cancelling';
      scheduling.occurrences.set(occurrenceId, {
        occurrence_id: occurrenceId,
        schedule_id: scheduleId,
        report_id: reportId,
        schedule_revision: '1',
        view_revision: '1',
        scheduled_for: scheduledFor,
        ...(!isMissed && { window }),
        state,
        run_id: runId,
        failure_code: isStopping ? 'schedule_paused' : '',
        failure_detail: isStopping ? 'Somebody paused it.' : '',
        skipped_count: isMissed ? 1 : 0,
        ...(isMissed && { skipped_from: scheduledFor, skipped_to: scheduledFor }),
        delivered_count: 0,
        suppressed_count: 0,
        attempt: 0,
        created_at: now.toISOString(),
        ...(!isInFlight(state) && { finished_at: now.toISOString() }),
      });
      return Promise.resolve({ occurrenceId, runId });
    },

    putItem(tenancy, { recipient = tenancy.ownerId, workspaceId, reportId, runId } = {}) {
      const deliveryId = newId('delivery');
      const item: InboxItemRecord = {
        delivery_id: deliveryId,
        organization_id: tenancy.organizationId,
        workspace_id: workspaceId ?? tenancy.workspaceId,
        event_type: 'report_delivered',
        source_kind: 'report_occurrence',
        source_id: `rocc_of_${deliveryId}`,
        report_id: reportId ?? 'rpt_x',
        run_id: runId ?? 'rrun_x',
        schedule_id: 'rsch_x',
        delivered_at: now.toISOString(),
        read_at: null,
      };
      scheduling.items.set(deliveryId, { item, recipient });
      return Promise.resolve(deliveryId);
    },
  };
}
