import type { Headers } from '@temporalio/common';
import { traceHeaders } from './trace-header.ts';

/** Each workflow has modules of its own, so this is the trace of one workflow. */
let inHand: Headers = {};

/** The headers that hand on the trace of this workflow, or the one that it works in for the moment. */
export function traceInHand(): Headers {
  return inHand;
}

/** Makes these headers the trace of this workflow. */
export function takeUpTrace(headers: Headers): void {
  inHand = headers;
}

/**
 * Runs `start`. The work that it begins before its first wait continues this trace, or none, instead of the workflow's
 * own.
 */
export function inTrace<Result>(traceparent: string | undefined, start: () => Result): Result {
  const own = inHand;
  inHand = traceHeaders(traceparent);
  try {
    return start();
  } finally {
    inHand = own;
  }
}
