import { MAX_ERROR_CHARACTERS, type DeadItemDocument } from '../../../contracts/management/installation/dead-items.ts';
import type { DeadItem } from '../../../store/outbox/dead-item-store.ts';

/** A dead outbox item in the form of an answer. */
export function presentDeadItem(item: DeadItem): DeadItemDocument {
  return {
    item: String(item.outboxId),
    kind: item.kind,
    workflow_id: item.workflowId,
    created_at: item.createdAt.toISOString(),
    given_up_at: item.deadAt.toISOString(),
    last_error: item.lastError.slice(0, MAX_ERROR_CHARACTERS),
  };
}
