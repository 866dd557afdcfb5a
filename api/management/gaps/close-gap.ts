import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { ReasonSchema } from '../../../contracts/management/installation/quarantined-lines.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { rowNumberOf } from '../lane/row-number-of.ts';
import { presentGap } from './present-gap.ts';

/** Closes a coverage gap in which a person knows that nothing is missing. */
export const closeGap = createManagementHandler(INSTALLATION_OPERATIONS, 'management.gaps.close', {
  body: ReasonSchema,
  async answer(request, { ports }) {
    return presentGap(await ports.installation.gaps.close(rowNumberOf(request.params.gap), request.body.reason));
  },
});
