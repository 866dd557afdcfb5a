import type { CallFault } from '../models/model-call.ts';

/** The reasons why a cell has no answer, in addition to the faults of its call. */
export const FAILURES_WITHOUT_CALL = {
  spend_ceiling_exceeded: 'The call would have exceeded the ceiling of the run or the budget of the workspace.',
  connection_retired: 'The connection was retired after the run was planned.',
  price_unknown: 'The model has no price, so the maximum cost of the call is unknown.',
  worker_lost: 'The worker was lost during the call. The call is charged at its reservation and not repeated.',
} as const;
export type CellFailure = CallFault | keyof typeof FAILURES_WITHOUT_CALL;
