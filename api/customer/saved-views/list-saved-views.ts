import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { permitReading } from '../access/permit-reading.ts';
import { createListHandler } from '../lane/list-handler.ts';

/** The team's views of a workspace and the caller's own, newest first. */
export const listSavedViews = createListHandler(VIEW_OPERATIONS, 'customer.saved_views.list', {
  access: 'requireWorkspace',
  source: (request, { ports, access }) => {
    const { subjectId } = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const { workspaceId } = workspace;
    permitReading(access.caller.of(request), workspace);
    return {
      list: 'saved-views',
      workspaceId,
      load: (after, limit) => ports.savedViews.list({ workspaceId, subjectId, limit, after }),
      keyOf: (view) => ({ createdAt: view.created_at, id: view.id }),
      present: (views) => views,
    };
  },
});
