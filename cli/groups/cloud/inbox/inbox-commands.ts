import { defineCommand } from '../../../tree/command.ts';
import { idArgument } from '../lane/id-argument.ts';
import { LANE_FLAGS, WORKSPACE_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';

/** Commands of `cloud report inbox`. */
export const inboxCommands = [
  defineCommand('cloud report inbox list', {
    summary: 'lists your delivered reports and notices',
    operation: 'customer.report_inbox.list',
    flags: { ...WORKSPACE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./inbox-actions.ts')).listItems,
  }),
  defineCommand('cloud report inbox open', {
    summary: 'opens an item, and marks it as read',
    operation: 'customer.report_inbox.open',
    args: [idArgument('delivery', 'an item of the inbox')],
    flags: LANE_FLAGS,
    load: async () => (await import('./inbox-actions.ts')).openItem,
  }),
  defineCommand('cloud report inbox summary', {
    summary: 'counts the unread items that you can open',
    operation: 'customer.report_inbox.summary',
    flags: WORKSPACE_FLAGS,
    load: async () => (await import('./inbox-actions.ts')).summarizeInbox,
  }),
];
