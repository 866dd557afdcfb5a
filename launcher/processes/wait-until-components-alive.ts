import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../domain/kernel/clock.ts';
import { COMPONENTS } from '../../domain/kernel/components.ts';
import { createHeartbeatStore } from '../../store/installation/heartbeat-store.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { PROGRESS_INTERVAL_MS } from './progress-interval-ms.ts';

const POLL_MS = 200;

/** The heartbeats to wait for, and where a person reads why they are missing. */
export interface ComponentWait {
  /** The time from which on heartbeats count. Earlier ones are those of processes that ended. */
  readonly since: Date;
  readonly clock: Clock;
  /** The log file of the worker, which runs all components except the API. */
  readonly log: string;
  readonly report: (line: string) => void;
}

/**
 * Waits without a limit until every component of an installation has sent a heartbeat, so that runs, schedules and the
 * doctor work immediately. Reports the missing components every four seconds.
 */
export async function waitUntilComponentsAlive(
  databaseUrl: string,
  { since, clock, log, report }: ComponentWait,
): Promise<void> {
  const pool = createPool(databaseUrl);
  const heartbeats = createHeartbeatStore(pool, clock);
  let reportedAt = performance.now();
  try {
    for (;;) {
      const seen = await heartbeats.lastSeen();
      const missing = COMPONENTS.filter((component) => (seen.get(component)?.getTime() ?? 0) < since.getTime());
      if (missing.length === 0) return;
      if (performance.now() - reportedAt > PROGRESS_INTERVAL_MS) {
        report(`the worker is not ready yet (no heartbeat from ${missing.join(', ')}); see ${log}`);
        reportedAt = performance.now();
      }
      await delay(POLL_MS);
    }
  } finally {
    await pool.end();
  }
}
