import type { ActivityOptions } from '@temporalio/workflow';

/** What a sweep needs before it can begin; it is repeated for as long as the engine is away. */
export const FINDING = {
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1s', maximumInterval: '1 minute' },
} satisfies ActivityOptions;

/**
 * A gold set is read by statements that may take minutes where it is large. A judge that cannot be validated keeps others
 * waiting for so long and no longer: it is still due at the next look.
 */
export const VALIDATING = {
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: '15 minutes',
  retry: { initialInterval: '1s', maximumInterval: '1 minute', maximumAttempts: 5 },
} satisfies ActivityOptions;

/** For whatever else may keep a validation from its end. */
export const VALIDATION_TIMEOUT = '30 minutes';
