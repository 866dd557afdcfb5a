import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { SavedViewCreateSchema } from '../../../contracts/views/saved-view.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { permitFilter } from '../access/permit-filter.ts';
import { permitReading } from '../access/permit-reading.ts';
import { viewToStore } from './view-to-store.ts';

/** Stores a question under a name. A view grants no permissions to anybody. */
export const createSavedView = createCustomerHandler(VIEW_OPERATIONS, 'customer.saved_views.create', {
  access: 'requireWorkspace',
  body: SavedViewCreateSchema,
  answer: async (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const data = await runOrderedWrite({
      permit: () => {
        permitReading(caller, workspace);
        permitFilter(caller, workspace, request.body.query);
      },
      write: () =>
        ports.savedViews.create({
          ...viewToStore(request.body, workspace, ports.clock.now()),
          id: ports.newId('savedView'),
          organization_id: workspace.organizationId,
          workspace_id: workspace.workspaceId,
          owner: caller.subjectId,
        }),
    });
    const made = `organizations/${workspace.organizationId}/saved-views/${data.id}`;
    return { data, location: made, isReplay: false };
  },
});
