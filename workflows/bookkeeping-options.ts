import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';

/**
 * The options of bookkeeping activities. They are small and idempotent, and are retried until they succeed, also while
 * the store is unavailable.
 */
export const BOOKKEEPING_OPTIONS = {
  startToCloseTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '10s' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
} satisfies ActivityOptions;
