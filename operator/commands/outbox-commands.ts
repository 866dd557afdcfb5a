import type { DeadItem, DeadItemStore } from '../../store/outbox/dead-item-store.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { wholeNumber } from './options.ts';

/** The ports of the commands for work that waits for Temporal. */
export interface OutboxCommandPorts {
  readonly deadItems: DeadItemStore;
}

const MAX_ITEM = 999_999_999;
const MAX_LISTED = 1_000;

/** Commands about outbox rows that the relay has given up, by `<noun> <verb>`. */
export const OUTBOX_COMMANDS: Readonly<Record<string, Command<OutboxCommandPorts>>> = {
  'outbox list': defineCommand({
    summary: 'lists items that the relay gave up, newest first, with the response of Temporal',
    options: {},
    run: async ({ deadItems }) => (await deadItems.list({ after: undefined, limit: MAX_LISTED })).map(itemRow),
  }),
  'outbox retry': defineCommand({
    summary: 'returns an item to the relay, which retries it for another quarter of an hour',
    options: { item: wholeNumber({ from: 1, to: MAX_ITEM }) },
    run: async ({ deadItems }, { item }) => [{ ...itemRow(await deadItems.retry(BigInt(item))), retried: 'yes' }],
  }),
};

function itemRow({ outboxId, kind, workflowId, createdAt, deadAt, lastError }: DeadItem): CommandRow {
  return {
    item: String(outboxId),
    kind,
    workflow_id: workflowId,
    created_at: createdAt.toISOString(),
    given_up_at: deadAt.toISOString(),
    last_error: lastError,
  };
}
