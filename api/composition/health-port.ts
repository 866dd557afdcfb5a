import type pg from 'pg';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { createHeartbeatStore } from '../../store/installation/heartbeat-store.ts';
import { createIndexProgressStore } from '../../store/ingest/index-progress-store.ts';
import { createOutboxStore } from '../../store/outbox/outbox-store.ts';
import { createRetentionSweepStore } from '../../store/installation/retention-sweep-store.ts';
import { createOperatorScheduleStore } from '../../store/schedules/operator-schedule-store.ts';
import type { HealthPort } from '../ports/ports.ts';

/** Creates the port for the health of the installation: live components and waiting work. */
export function createHealthPort(
  pool: pg.Pool,
  clock: Clock,
  settings: Configuration,
  analytics: AnalyticsClient | undefined,
): HealthPort {
  const heartbeats = createHeartbeatStore(pool, clock);
  const outbox = createOutboxStore(pool, clock);
  const sweeps = createRetentionSweepStore(pool, clock, settings);
  const oversight = createOperatorScheduleStore(pool, clock);
  const progress = createIndexProgressStore(pool, clock);
  return {
    indexState: () => progress.state(),
    indexBehindSeconds: settings.indexBehindSeconds,
    heartbeats: () => heartbeats.lastSeen(),
    outbox: () => outbox.counts(),
    lastSweep: () => sweeps.last(),
    overdueSchedules: () => oversight.overdue(),
    ...(analytics && { pingClickHouse: () => ping(analytics) }),
  };
}

async function ping(analytics: AnalyticsClient): Promise<void> {
  const answer = await analytics.ping();
  if (!answer.success) throw answer.error;
}
