import { type Documents, LANE_PATH, OPERATIONS } from './operations.ts';
import type { LaneRules } from './transport/lane-rules.ts';
import { createProblemError } from './transport/problem-error.ts';
import { readEnvelope } from './transport/read-envelope.ts';
import type { Transport } from './transport/transport.ts';

/** The rules of the customer lane. Its answers are envelopes, and each problem names the caller's next action. */
export const CUSTOMER_LANE_RULES: LaneRules<typeof OPERATIONS> = {
  path: LANE_PATH,
  operations: OPERATIONS,
  readAnswer: readEnvelope,
  createProblem: createProblemError,
  isPassing: ({ status, nextAction }) => (status === 503 || status === 429) && nextAction === 'retry',
};

/** The transport of the customer lane's operations. */
export type CustomerTransport = Transport<typeof OPERATIONS, Documents>;
