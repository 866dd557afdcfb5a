import { createReportPort } from '../../../api/ports/report-port.ts';
import { answerWithoutDimensions } from '../../../contracts/reports/answer-without-dimensions.ts';
import { canonicalJson } from '../../../contracts/wire/canonical-json.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createReportRunStore } from '../../../store/reports/report-run-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createRunTransitions } from '../../../store/reports/run-transitions.ts';
import { createReportInboxStore } from '../../../store/schedules/report-inbox-store.ts';
import { createReportOccurrenceStore } from '../../../store/schedules/report-occurrence-store.ts';
import { createReportScheduleStore } from '../../../store/schedules/report-schedule-store.ts';
import { createSavedViewStore } from '../../../store/views/saved-view-store.ts';
import type { ContractPlane } from '../../../testing/contracts/contract-plane.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';
import { outboxSince, putOccurrence } from './schedules/schedule-rows.ts';

/** The control plane in Postgres, for contract tests. */
export interface ControlPlaneWorld extends StoreWorld, ContractPlane {
  makeTenancy(): ReturnType<typeof makeTenancy>;
}

export async function openControlPlaneWorld(instant?: string): Promise<ControlPlaneWorld> {
  const world = await openStoreWorld(instant);
  const { pool, clock } = world;
  const transitions = createRunTransitions(pool, clock);
  const reports = createReportStore(pool, clock);
  return {
    ...world,
    savedViews: createSavedViewStore(pool, clock),
    reports: createReportPort({ reports, runs: createReportRunStore(pool), transitions, hasWorker: true }),
    schedules: { ...createReportScheduleStore(pool, clock), ...createReportOccurrenceStore(pool) },
    inbox: createReportInboxStore(pool, clock),
    makeTenancy: () => makeTenancy(world),
    outbox: () => outboxSince(world, 0n),
    putOccurrence: (scheduled, at) => putOccurrence(world, scheduled, at),

    async answerRun(runId, answer) {
      await transitions.claim({ runId, leaseMs: 15_000 });
      const text = canonicalJson(answer);
      const reduced = answerWithoutDimensions(answer);
      await transitions.settleWithAnswer({
        ...{ runId, attempt: 1, state: 'ready', coverage: [], truncated: false, answer: text, authorityEpoch: '1' },
        ...{ artifactDigest: `sha256:${'0'.repeat(64)}`, artifactSalt: 'salt', groupCount: 1 },
        ...{ byteCount: text.length, redactedByteCount: text.length },
        ...(reduced && { withoutDimensions: { ...reduced, answer: canonicalJson(reduced.answer) } }),
      });
    },

    async putItem(tenancy, { recipient, workspaceId, reportId, runId } = {}) {
      const deliveryId = newId('delivery');
      await pool.query(
        `INSERT INTO report_inbox_items (delivery_id, organization_id, workspace_id, recipient, event_type, source_kind,
           source_id, report_id, run_id, schedule_id, delivered_at)
         VALUES ($1, $2, $3, $4, 'report_delivered', 'report_occurrence', $5, $7, $8, 'rsch_x', $6)`,
        [
          deliveryId,
          tenancy.organizationId,
          workspaceId ?? tenancy.workspaceId,
          recipient ?? tenancy.ownerId,
          `rocc_of_${deliveryId}`,
          clock.now(),
          reportId ?? 'rpt_x',
          runId ?? 'rrun_x',
        ],
      );
      return deliveryId;
    },
  };
}
