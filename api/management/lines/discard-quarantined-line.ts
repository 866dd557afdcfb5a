import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { ReasonSchema } from '../../../contracts/management/installation/quarantined-lines.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { rowNumberOf } from '../lane/row-number-of.ts';
import { presentLine } from './present-line.ts';

/** Removes a quarantined line from lists and counts. */
export const discardQuarantinedLine = createManagementHandler(
  INSTALLATION_OPERATIONS,
  'management.quarantined_lines.discard',
  {
    body: ReasonSchema,
    async answer(request, { ports }) {
      const { quarantine } = ports.installation;
      return presentLine(await quarantine.discard(rowNumberOf(request.params.line), request.body.reason));
    },
  },
);
