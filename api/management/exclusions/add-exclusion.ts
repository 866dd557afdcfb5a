import { NewExclusionSchema } from '../../../contracts/management/installation/exclusions.ts';
import { INSTALLATION_OPERATIONS } from '../../../contracts/management/installation/operations.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { parseInstant } from '../../../domain/kernel/parse-instant.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentExclusion } from './present-exclusion.ts';

/** Excludes the traffic below a node from every read. */
export const addExclusion = createManagementHandler(INSTALLATION_OPERATIONS, 'management.exclusions.add', {
  body: NewExclusionSchema,
  async answer(request, { ports }) {
    const { node_id: nodeId, from: start, to: end, reason } = request.body;
    const from = existingInstant(start, '/from');
    const to = existingInstant(end, '/to');
    if (from >= to) throw invalidMember('/to', '`to` must be after `from`. Send a later hour.');
    return presentExclusion(await ports.installation.exclusions.add({ nodeId, from, to, reason }));
  },
});

/** @throws Refusal `validation_failed` for a day that does not exist, such as February 30 */
function existingInstant(text: string, pointer: string): Date {
  const instant = parseInstant(text);
  if (instant === undefined) throw invalidMember(pointer, 'This day does not exist. Send an existing day.');
  return instant;
}
