import type { DeadItem, DeadItemStore } from '../../store/outbox/dead-item-store.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { wholeNumber } from './options.ts';

/** The ports of the commands for work that waits for Temporal. */
export interface OutboxCommandPorts {
  readonly deadItems: DeadItemStore;
}

const MAX_ITEM = 999_999_999;

/** Commands about outbox rows that the relay has given up, by `<noun> <verb>`. */
export const OUTBOX_COMMANDS: Readonly<Record<string, Command<OutboxCommandPorts>>> = {
  'outbox list': defineCommand({
    summary: 'lists what the relay has given up, newest first, with what Temporal said to it',
    options: {},
    run: async ({ deadItems }) => (await deadItems.list()).map(itemRow),
  }),
  'outbox retry': defineCommand({
    summary: 'gives one item to the relay again, which tries for a quarter of an hour more',
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
