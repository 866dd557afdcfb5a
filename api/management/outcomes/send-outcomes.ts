import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { OutcomeBatchSchema } from '../../../contracts/judges/outcome-batch.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { acceptOutcomes } from './accept-outcomes.ts';

/** Accepts outcomes in the product's own format. */
export const sendOutcomes = createManagementHandler(JUDGE_OPERATIONS, 'management.outcomes.send', {
  isKept: true,
  body: OutcomeBatchSchema,
  answer: (request, { ports, caller }) => acceptOutcomes(ports, caller.of(request), request.body.outcomes, 'native'),
});
