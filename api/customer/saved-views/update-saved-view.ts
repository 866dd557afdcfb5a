import { notFound } from '../../../domain/kernel/errors.ts';
import { VIEW_OPERATIONS } from '../../../contracts/views/operations.ts';
import { SavedViewUpdateSchema } from '../../../contracts/views/saved-view.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { permitEditing } from '../access/permit-editing.ts';
import { permitFilter } from '../access/permit-filter.ts';
import { requireRevision } from '../../frame/writes/require-revision.ts';
import { readViewDependents } from './read-view-dependents.ts';
import { viewToStore } from './view-to-store.ts';

const EXPECTED = '/expected_revision';

/** Replaces a complete view for its owner. Reports keep the revision that they pinned. */
export const updateSavedView = createCustomerHandler(VIEW_OPERATIONS, 'customer.saved_views.update', {
  access: 'requireSavedView',
  body: SavedViewUpdateSchema,
  answer: async (request, context) => {
    const { ports, access } = context;
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const view = access.savedView.of(request);
    const { expected_revision: expected, ...written } = request.body;
    const data = await runOrderedWrite({
      permit: () => {
        permitEditing(caller, workspace, view);
        permitFilter(caller, workspace, view.query);
        permitFilter(caller, workspace, written.query);
      },
      match: () => requireRevision('saved view', view, expected, EXPECTED),
      write: async () => {
        const content = viewToStore(written, workspace, ports.clock.now());
        const dependents = await readViewDependents(context, caller, workspace, view.id);
        const updated = await ports.savedViews.update(view.id, expected, content);
        if (updated !== undefined) return { ...updated, dependents: dependents(updated) };
        // A concurrent request has changed or deleted the view.
        const found = await ports.savedViews.find(view.id);
        if (found !== undefined) requireRevision('saved view', found, expected, EXPECTED);
        throw notFound();
      },
    });
    return { data };
  },
});
