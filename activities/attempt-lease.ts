import type { RunPorts } from './run-ports.ts';

/** A held attempt: `lost` aborts when the row has moved on without it. */
export interface AttemptLease {
  readonly lost: AbortSignal;
  stop(): void;
}

/**
 * Keeps one attempt alive while it works: tells Temporal and extends the lease in the row, three times within each
 * `leaseMs`, so that one missed beat costs nothing.
 */
export function keepLease(
  { runs, log }: Pick<RunPorts, 'runs' | 'log'>,
  held: { runId: string; attempt: number; leaseMs: number },
  heartbeat: (details: { attempt: number }) => void,
): AttemptLease {
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      if (!(await runs.extendLease(held))) lost.abort(new Error(`Run ${held.runId} has moved on.`));
    } catch (error) {
      // The lease outlives a short absence of the store, and the guard at settling decides in any case.
      log.warn({ err: error, run_id: held.runId, attempt: held.attempt }, 'could not extend the lease of a run');
    }
  };
  heartbeat({ attempt: held.attempt });
  const timer = setInterval(() => {
    heartbeat({ attempt: held.attempt });
    void beat();
  }, held.leaseMs / 3);
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
