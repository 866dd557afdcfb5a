import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import {
  OPTIONAL_LOOPS,
  SILENT_AFTER_SECONDS,
  type Component,
  type OptionalLoop,
} from '../../domain/kernel/components.ts';
import { requireRow } from '../postgres/require-row.ts';

/** The heartbeats, used only for readiness and reports; they never decide whether a write is accepted. */
export interface HeartbeatStore {
  /** Records a heartbeat of one instance of a component, or of a loop that it runs. */
  beat(component: Component | OptionalLoop, instanceId: string): Promise<void>;
  /** Removes the heartbeats of a stopped instance immediately, instead of after a minute of silence. */
  forget(instanceId: string): Promise<void>;
  /** The time of the last heartbeat of each component, in any instance; a component that was never seen is absent. */
  lastSeen(): Promise<Map<Component, Date>>;
  /** True if any instance runs an optional loop of the workers. */
  isDriven(loop: OptionalLoop): Promise<boolean>;
  /** The number of live instances of each component; a component without one is absent. */
  countAlive(): Promise<Map<Component, number>>;
}

export function createHeartbeatStore(pool: pg.Pool, clock: Clock): HeartbeatStore {
  const silentSince = (): Date => new Date(clock.now().getTime() - SILENT_AFTER_SECONDS * 1_000);
  return {
    async beat(component, instanceId) {
      await pool.query(
        `INSERT INTO component_heartbeats (component, instance_id, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (component, instance_id) DO UPDATE SET seen_at = excluded.seen_at`,
        [component, instanceId, clock.now()],
      );
    },

    async forget(instanceId) {
      await pool.query('DELETE FROM component_heartbeats WHERE instance_id = $1', [instanceId]);
    },

    async lastSeen() {
      const { rows } = await pool.query<{ component: Component; seenAt: Date }>(
        `SELECT component, max(seen_at) AS "seenAt" FROM component_heartbeats WHERE component <> ALL($1::text[])
         GROUP BY component`,
        [OPTIONAL_LOOPS],
      );
      return new Map(rows.map(({ component, seenAt }) => [component, seenAt]));
    },

    async isDriven(loop) {
      const { rows } = await pool.query<{ driven: boolean }>(
        'SELECT count(*) > 0 AS driven FROM component_heartbeats WHERE component = $1 AND seen_at > $2',
        [loop, silentSince()],
      );
      return requireRow(rows).driven;
    },

    async countAlive() {
      const { rows } = await pool.query<{ component: Component; instances: number }>(
        `SELECT component, count(*)::int AS instances FROM component_heartbeats
         WHERE seen_at > $1 AND component <> ALL($2::text[]) GROUP BY component`,
        [silentSince(), OPTIONAL_LOOPS],
      );
      return new Map(rows.map(({ component, instances }) => [component, instances]));
    },
  };
}
