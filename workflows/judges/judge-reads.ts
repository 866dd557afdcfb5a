import type { ActivityOptions } from '@temporalio/workflow';

/** A gold set is read by one statement, which may take minutes where it is large; it is repeated for as long as the engine is away. */
export const JUDGE_READS = {
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '1s', maximumInterval: '1 minute' },
} satisfies ActivityOptions;
