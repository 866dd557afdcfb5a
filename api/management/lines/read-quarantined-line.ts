import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { rowNumberOf } from '../lane/row-number-of.ts';
import { presentLine } from './present-line.ts';

/** Answers with one quarantined line and its text. */
export const readQuarantinedLine = createManagementHandler(
  INSTALLATION_OPERATIONS,
  'management.quarantined_lines.get',
  {
    async answer(request, { ports }) {
      const line = await ports.installation.quarantine.find(rowNumberOf(request.params.line));
      return { ...presentLine(line), text: line.lineStart };
    },
  },
);
