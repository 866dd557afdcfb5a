import type { RunPorts } from './run-ports.ts';

/** The lease of one attempt. */
export interface AttemptLease {
  /** True if the row has moved on without this attempt. */
  isLost(): boolean;
  stop(): void;
}

/**
 * Keeps one attempt alive while it works. It sends a heartbeat to Temporal and extends the lease in the row, three
 * times within each `leaseMs`, so that one missed heartbeat has no effect. There is no heartbeat at the start: Temporal
 * already knows of the attempt, and that heartbeat cost its server 8 ms of processor time, a sixth of a complete run.
 * Aborts `stop` when the row has moved on.
 */
export function maintainAttemptLease(
  { runs, log }: Pick<RunPorts, 'runs' | 'log'>,
  held: { runId: string; attempt: number; leaseMs: number },
  heartbeat: (details: { attempt: number }) => void,
  stop: AbortController,
): AttemptLease {
  let isLost = false;
  const extend = async (): Promise<void> => {
    try {
      isLost = !(await runs.extendLease(held));
      if (isLost) stop.abort();
    } catch (error) {
      // The lease outlives a short outage of the store, and the guard at settling decides in any case.
      log.warn({ err: error, run_id: held.runId, attempt: held.attempt }, 'could not extend the lease of a run');
    }
  };
  const timer = setInterval(() => {
    heartbeat({ attempt: held.attempt });
    void extend();
  }, held.leaseMs / 3);
  return { isLost: () => isLost, stop: () => clearInterval(timer) };
}
