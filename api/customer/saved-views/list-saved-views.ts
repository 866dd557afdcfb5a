import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { permitReading } from '../access/permit-reading.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { presentSavedView } from './present-saved-view.ts';

/** The team's views of a workspace and the caller's own, newest first. */
export const listSavedViews = createListHandler(VIEW_OPERATIONS, 'customer.saved_views.list', {
  access: 'requireWorkspace',
  source: (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const { subjectId } = caller;
    const workspace = access.workspace.of(request);
    const { workspaceId } = workspace;
    permitReading(caller, workspace);
    return {
      list: 'saved-views',
      workspaceId,
      load: (after, limit) => ports.savedViews.list({ workspaceId, subjectId, limit, after }),
      keyOf: (view) => ({ createdAt: view.created_at, id: view.id }),
      present: (views) => views.map((view) => presentSavedView(caller, workspace, view)),
    };
  },
});
