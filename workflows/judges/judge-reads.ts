import type { ActivityOptions } from '@temporalio/workflow';

/** The silence after which a reading worker counts as lost and another one replaces it. */
const HEARTBEAT_TIMEOUT = '30 seconds';

/** The options of the reads before a sweep. They are retried for as long as ClickHouse is unavailable. */
export const FIND_OPTIONS = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry: { initialInterval: '1s', maximumInterval: '1 minute' },
} satisfies ActivityOptions;

/**
 * The options of a validation. Reading a large gold set can take minutes. A judge that cannot be validated delays the
 * others for at most this time, and stays due for the next sweep.
 */
export const VALIDATION_OPTIONS = {
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  scheduleToCloseTimeout: '15 minutes',
  retry: { initialInterval: '1s', maximumInterval: '1 minute', maximumAttempts: 5 },
} satisfies ActivityOptions;

/** The time-out of a validation for every other reason why it does not end. */
export const VALIDATION_TIMEOUT = '30 minutes';
