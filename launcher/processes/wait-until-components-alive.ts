import type { Clock } from '../../domain/kernel/clock.ts';
import { COMPONENTS } from '../../domain/kernel/components.ts';
import { createHeartbeatStore } from '../../store/installation/heartbeat-store.ts';
import { isStoreUnavailable } from '../../store/postgres/database-fault.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { waitUntilReady } from './wait-until-ready.ts';

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
 * doctor work immediately. It also waits for a lost Postgres, which its supervisor restarts.
 */
export async function waitUntilComponentsAlive(
  databaseUrl: string,
  { since, clock, log, report }: ComponentWait,
): Promise<void> {
  const pool = createPool(databaseUrl);
  const heartbeats = createHeartbeatStore(pool, clock);
  const probe = async (): Promise<string | undefined> => {
    const seen = await heartbeats.lastSeen();
    const missing = COMPONENTS.filter((component) => (seen.get(component)?.getTime() ?? 0) < since.getTime());
    return missing.length === 0 ? undefined : `no heartbeat from ${missing.join(', ')}`;
  };
  const reasonOfLoss = (error: unknown): string => {
    if (isStoreUnavailable(error)) return 'Postgres does not answer';
    throw error;
  };
  try {
    await waitUntilReady('the worker', () => probe().catch(reasonOfLoss), log, report);
  } finally {
    await pool.end();
  }
}
