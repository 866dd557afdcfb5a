import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';

/** Bookkeeping is small, idempotent and must succeed in the end: it is repeated for as long as the store is away. */
export const bookkeeping = {
  startToCloseTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '10s' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
} satisfies ActivityOptions;
