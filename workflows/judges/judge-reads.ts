import type { ActivityOptions } from '@temporalio/workflow';

/** A worker that reads says so often enough; one that is gone is replaced after so long. */
const HEARTBEAT_TIMEOUT = '30 seconds';

/** The options of the reads before a sweep; they are repeated for as long as the engine is unavailable. */
export const FINDING = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry: { initialInterval: '1s', maximumInterval: '1 minute' },
} satisfies ActivityOptions;

/**
 * A gold set is read by statements that may take minutes where it is large. A judge that cannot be validated keeps
 * others waiting for so long and no longer: it is still due at the next look.
 */
export const VALIDATING = {
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  scheduleToCloseTimeout: '15 minutes',
  retry: { initialInterval: '1s', maximumInterval: '1 minute', maximumAttempts: 5 },
} satisfies ActivityOptions;

/** The time-out for all other obstacles to a validation's end. */
export const VALIDATION_TIMEOUT = '30 minutes';
