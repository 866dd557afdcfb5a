import type { LaneRules } from '../transport/lane-rules.ts';
import type { Transport } from '../transport/transport.ts';
import { ManagementProblemError } from './management-problem-error.ts';
import { type Documents, LANE_PATH, OPERATIONS } from './operations.ts';
import { readBareDocument } from './read-bare-document.ts';

/**
 * The codes of problems that pass by themselves. A question that costs too much (`budget_exceeded`) costs as much the
 * next time.
 */
const PASSING: readonly string[] = ['rate_limited', 'dependency_unavailable'];

/**
 * The management plane: its answers are documents with nothing around them, and its problems are known by their code.
 */
export const MANAGEMENT_LANE_RULES: LaneRules<typeof OPERATIONS> = {
  path: LANE_PATH,
  operations: OPERATIONS,
  readAnswer: readBareDocument,
  createProblem: (...problem) => new ManagementProblemError(...problem),
  isPassing: ({ code }) => PASSING.includes(code),
};

/** The transport of the management plane's operations. */
export type ManagementTransport = Transport<typeof OPERATIONS, Documents>;
