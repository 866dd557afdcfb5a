import type { LaneRules } from '../transport/lane-rules.ts';
import type { Transport } from '../transport/transport.ts';
import { ManagementProblemError } from './management-problem-error.ts';
import { type Documents, LANE_PATH, OPERATIONS } from './operations.ts';
import { readBareDocument } from './read-bare-document.ts';
import { EPOCH_HEADERS, requireEpoch } from './require-epoch.ts';

/**
 * The codes of problems for which a retry can succeed. `budget_exceeded` is not one of them: the same question costs as
 * much the next time.
 */
const PASSING: readonly string[] = ['rate_limited', 'dependency_unavailable'];

/**
 * The rules of the management plane. Its answers are documents without an envelope, and its problems are identified by
 * their code.
 */
export const MANAGEMENT_LANE_RULES: LaneRules<typeof OPERATIONS> = {
  path: LANE_PATH,
  operations: OPERATIONS,
  headers: EPOCH_HEADERS,
  requireContract: requireEpoch,
  readAnswer: readBareDocument,
  createProblem: (...problem) => new ManagementProblemError(...problem),
  isPassing: ({ code }) => PASSING.includes(code),
};

/** The transport of the management plane's operations. */
export type ManagementTransport = Transport<typeof OPERATIONS, Documents>;
