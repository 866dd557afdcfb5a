import { defineCommand } from '../../../tree/command.ts';
import { requiredFlag } from '../../../tree/flag.ts';
import { anyText } from '../../../tree/forms.ts';
import { FIGURE_FLAGS, SCOPE_FLAGS } from '../insights/question-flags.ts';
import { BODY_FLAG, FILE_FLAG, revision } from '../lane/body-flags.ts';
import { idArgument } from '../lane/id-argument.ts';
import { LANE_FLAGS, WORKSPACE_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';
import { VIEW_FLAGS } from './view-flags.ts';

const VIEW = idArgument('savedView', 'a saved view');

/** Commands of `cloud view`. */
export const viewCommands = [
  defineCommand('cloud view list', {
    summary: 'lists the saved views of the workspace',
    operation: 'customer.saved_views.list',
    flags: { ...WORKSPACE_FLAGS, ...PAGE_FLAGS },
    examples: [{ line: 'tt cloud view list --all', does: 'List every view' }],
    load: async () => (await import('./view-actions.ts')).listViews,
  }),
  defineCommand('cloud view get', {
    summary: 'shows a saved view',
    operation: 'customer.saved_views.get',
    args: [VIEW],
    flags: LANE_FLAGS,
    load: async () => (await import('./view-actions.ts')).getView,
  }),
  defineCommand('cloud view open', {
    summary: 'asks the question of a saved view, and shows the answer',
    operation: 'customer.saved_views.open',
    args: [VIEW],
    flags: LANE_FLAGS,
    load: async () => (await import('./view-actions.ts')).openView,
  }),
  defineCommand('cloud view create', {
    summary: 'saves a question as a view',
    operation: 'customer.saved_views.create',
    flags: { ...WORKSPACE_FLAGS, ...VIEW_FLAGS, ...SCOPE_FLAGS, ...FIGURE_FLAGS, ...BODY_FLAG },
    examples: [
      {
        line: 'tt cloud view create --name "Daily spend" --calendar day --metric provider_spend.v1 --facet final_model',
        does: 'Save a question about the spend of each model',
      },
    ],
    load: async () => (await import('./view-actions.ts')).createView,
  }),
  defineCommand('cloud view update', {
    summary: 'replaces a saved view',
    description: 'The file has every member of the view except expected_revision. A stale revision ends with 5.',
    operation: 'customer.saved_views.update',
    args: [VIEW],
    flags: {
      ...LANE_FLAGS,
      'expected-revision': requiredFlag('<n>', 'the revision that you have read', revision),
      file: requiredFlag('<file|->', FILE_FLAG.file.summary, anyText),
    },
    load: async () => (await import('./view-actions.ts')).updateView,
  }),
  defineCommand('cloud view delete', {
    summary: 'deletes a saved view',
    operation: 'customer.saved_views.delete',
    args: [VIEW],
    flags: LANE_FLAGS,
    load: async () => (await import('./view-actions.ts')).deleteView,
  }),
  defineCommand('cloud view dependents', {
    summary: 'lists the reports and schedules of a saved view',
    operation: 'customer.saved_views.dependents',
    args: [VIEW],
    flags: LANE_FLAGS,
    load: async () => (await import('./view-actions.ts')).listDependents,
  }),
];
