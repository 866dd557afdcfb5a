import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiApp } from './api-app.ts';

export interface DrainPlan {
  /** Milliseconds for which requests are still accepted while readiness announces the end. */
  readonly delayMs: number;
  /** Milliseconds that requests in flight then have to end. */
  readonly drainMs: number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Stops taking connections and waits for the requests in flight. True when each was answered; false when some were cut
 * because the time was over: their connections end without the end of an answer, so that no half of an export passes
 * for a whole one.
 */
export async function drainApp(app: ApiApp, { delayMs, drainMs, log }: DrainPlan): Promise<boolean> {
  if (delayMs > 0) await delay(delayMs);
  let isWhole = true;
  const cut = setTimeout(() => {
    isWhole = false;
    log.warn({ drain_ms: drainMs }, 'requests in flight took too long: cutting them');
    app.server.closeAllConnections();
  }, drainMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
  return isWhole;
}
