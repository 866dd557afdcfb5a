import type { ActivityOptions } from '@temporalio/workflow';
import { MAX_CONNECTION_WAIT_MS } from '../domain/comparisons/run-work.ts';
import type { ComparisonTimeouts } from './public.ts';

/** Milliseconds in addition to paid calls, because the database may be unavailable when they are settled. */
export const SETTLING_MS = 600_000;

/** The options of an activity that waits for a connection, makes one paid call and settles it. */
export function paidCallOptions({ heartbeatMs, callMs }: ComparisonTimeouts): ActivityOptions {
  return {
    startToCloseTimeout: MAX_CONNECTION_WAIT_MS + callMs + SETTLING_MS,
    heartbeatTimeout: heartbeatMs,
    retry: { initialInterval: '1s', maximumInterval: '10s' },
  };
}
