/** The calls of this process that wait for a free slot of a connection, the longest waiting first. */
export interface ConnectionWaiters {
  /** Wakes the longest waiting call after a call on the connection has ended. Returns false if none waits. */
  wake(connectionId: string): boolean;
  /** Resolves on a wake-up, after a number of milliseconds, or when the signal aborts. */
  wait(connectionId: string, atMostMs: number, signal: AbortSignal): Promise<void>;
}

/**
 * Creates an empty queue. It does not learn of slots that other processes release, so waiting calls also poll the
 * database.
 */
export function createConnectionWaiters(): ConnectionWaiters {
  const waiting = new Map<string, Set<() => void>>();
  return {
    wake(connectionId) {
      const [longest] = waiting.get(connectionId) ?? [];
      longest?.();
      return longest !== undefined;
    },

    wait: (connectionId, atMostMs, signal) =>
      new Promise((resolve) => {
        const queue = waiting.get(connectionId) ?? new Set();
        waiting.set(connectionId, queue);
        const wake = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          queue.delete(wake);
          if (queue.size === 0) waiting.delete(connectionId);
          resolve();
        };
        const timer = setTimeout(wake, atMostMs);
        signal.addEventListener('abort', wake, { once: true });
        queue.add(wake);
      }),
  };
}
