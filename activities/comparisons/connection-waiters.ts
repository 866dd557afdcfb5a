/** The queue of this process for a place on a connection, the longest waiting first. */
export interface ConnectionWaiters {
  /** A call on the connection is out no more: one who waits for it looks again. False where nobody waits. */
  wake(connectionId: string): boolean;
  /** Resolves on a wake-up, after a number of milliseconds, or when the signal aborts. */
  wait(connectionId: string, atMostMs: number, signal: AbortSignal): Promise<void>;
}

/** Places that other processes free are not heard of; the database is asked for them. */
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
