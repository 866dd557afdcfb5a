import type { RunPorts } from './run-ports.ts';

/** A held attempt. */
export interface AttemptLease {
  /** True once the row has moved on without it. */
  isLost(): boolean;
  stop(): void;
}

/**
 * Keeps one attempt alive while it works. It sends a heartbeat to Temporal and extends the lease in the row, three
 * times within each `leaseMs`, so that one missed beat costs nothing. There is none at the start: Temporal knows of the
 * attempt, and that beat cost its server 8 ms of processor time, a sixth of a whole run. Aborts `stop` when the row has
 * moved on.
 */
export function keepLease(
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
      // The lease outlives a short absence of the store, and the guard at settling decides in any case.
      log.warn({ err: error, run_id: held.runId, attempt: held.attempt }, 'could not extend the lease of a run');
    }
  };
  const timer = setInterval(() => {
    heartbeat({ attempt: held.attempt });
    void extend();
  }, held.leaseMs / 3);
  return { isLost: () => isLost, stop: () => clearInterval(timer) };
}
