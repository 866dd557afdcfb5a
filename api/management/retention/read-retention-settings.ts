import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { LIFETIME_DAYS } from '../../../domain/kernel/lifetimes.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

/** Answers with the lifetimes of stored rows, and the last retention sweep. */
export const readRetentionSettings = createManagementHandler(INSTALLATION_OPERATIONS, 'management.retention.get', {
  async answer(_request, { ports: { installation } }) {
    const { auditDays, lastSweep } = installation;
    const sweep = await lastSweep();
    return {
      lifetimes: {
        audit_days: auditDays,
        answer_days: LIFETIME_DAYS.answer,
        run_days: LIFETIME_DAYS.run,
        idempotency_key_days: LIFETIME_DAYS.idempotencyKey,
        sent_outbox_item_days: LIFETIME_DAYS.sentOutboxItem,
        quarantined_line_days: LIFETIME_DAYS.quarantinedLine,
        silent_instance_days: LIFETIME_DAYS.silentInstance,
        notice_days: LIFETIME_DAYS.notice,
        experiment_answer_days: LIFETIME_DAYS.experimentAnswer,
      },
      ...(sweep && { last_sweep: { finished_at: sweep.finishedAt.toISOString(), ...sweep.counts } }),
    };
  },
});
