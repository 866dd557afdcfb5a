import { NewExclusionSchema } from '../../../contracts/management/installation/exclusions.ts';
import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireInstant } from '../lane/require-instant.ts';
import { presentExclusion } from './present-exclusion.ts';

/** Excludes the traffic below a node from every read. */
export const addExclusion = createManagementHandler(INSTALLATION_OPERATIONS, 'management.exclusions.add', {
  body: NewExclusionSchema,
  async answer(request, { ports }) {
    const { node_id: nodeId, from: start, to: end, reason } = request.body;
    const from = requireInstant(start, '/from');
    const to = requireInstant(end, '/to');
    if (from >= to) throw invalidMember('/to', '`to` must be after `from`. Send a later hour.');
    return presentExclusion(await ports.installation.exclusions.add({ nodeId, from, to, reason }));
  },
});
