import type { CallFault } from '../models/model-call.ts';

/** The reasons why a cell has no answer, in addition to the faults of its call. */
export const FAILURES_WITHOUT_CALL = {
  spend_ceiling_exceeded: 'The ceiling of the run or the budget of the workspace had no room for the call.',
  connection_retired: 'The connection was retired after the run was planned.',
  price_unknown: 'The model has no price, so nobody can say what the call costs at most.',
  worker_lost: 'Whoever made the call is gone. It is charged at its reservation and not made again.',
} as const;
export type CellFailure = CallFault | keyof typeof FAILURES_WITHOUT_CALL;
