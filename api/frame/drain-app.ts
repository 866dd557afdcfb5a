import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiApp } from './api-app.ts';

export interface DrainPlan {
  /** Milliseconds for which requests are still accepted while readiness announces the end. */
  readonly delayMs: number;
  /** Milliseconds that requests in flight have to end after that. */
  readonly drainMs: number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Stops accepting connections and waits for the requests in flight. True if all were answered; false if some were cut
 * because the time was over. Their connections end without the end of the answer, so that no partial export passes for
 * a complete one.
 */
export async function drainApp(app: ApiApp, { delayMs, drainMs, log }: DrainPlan): Promise<boolean> {
  if (delayMs > 0) await delay(delayMs);
  let isWhole = true;
  const cut = setTimeout(() => {
    isWhole = false;
    log.warn({ drain_ms: drainMs }, 'requests in flight did not end in time; closing their connections');
    app.server.closeAllConnections();
  }, drainMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
  return isWhole;
}
