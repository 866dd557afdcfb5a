import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';

/** Removes an exclusion, so that reads count its traffic again. */
export const removeExclusion = createManagementHandler(INSTALLATION_OPERATIONS, 'management.exclusions.remove', {
  async answer(request, { ports }) {
    const { exclusion } = request.params;
    await ports.installation.exclusions.remove(exclusion);
    return { exclusion_id: exclusion, removed: true as const };
  },
});
