import type { DeadItem, DeadItemStore } from '../../store/dead-items.ts';
import type { Command, Row } from './operator-options.ts';

/** What the commands about work for Temporal look at. */
export interface OutboxPorts {
  readonly deadItems: DeadItemStore;
}

const LARGEST_ITEM = 999_999_999;

/** Commands about work for Temporal that was given up, by `<noun> <verb>`. */
export const OUTBOX_COMMANDS: Readonly<Record<string, Command<OutboxPorts>>> = {
  'outbox list': {
    options: [],
    run: async ({ deadItems }) => (await deadItems.list()).map(itemRow),
  },
  'outbox retry': {
    options: ['item'],
    async run({ deadItems }, options) {
      const item = options.whole('item', { from: 1, to: LARGEST_ITEM });
      return [{ ...itemRow(await deadItems.retry(BigInt(item))), retried: 'yes' }];
    },
  },
};

function itemRow({ outboxId, kind, workflowId, createdAt, deadAt, lastError }: DeadItem): Row {
  return {
    item: String(outboxId),
    kind,
    workflow_id: workflowId,
    created_at: createdAt.toISOString(),
    given_up_at: deadAt.toISOString(),
    last_error: lastError,
  };
}
