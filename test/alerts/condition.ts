import type pg from 'pg';
import type { CrashClient } from '../../testing/scenarios/crash-client.ts';
import type { ProcessName, SystemWorld } from '../../testing/processes/system-world.ts';
import type { AlertGateway } from './alert-gateway.ts';
import type { Prometheus } from './prometheus.ts';

/** What conditions are caused in. */
export interface AlertStage {
  readonly world: SystemWorld;
  readonly pool: pg.Pool;
  readonly place: { readonly baseUrl: string; readonly token: string; readonly organizationId: string };
  readonly client: CrashClient;
  readonly viewId: string;
  /** Starts a process again, with its metrics. */
  readonly start: (name: ProcessName) => Promise<void>;
  readonly prometheus: Prometheus;
  readonly gateway: AlertGateway;
}

/** Something that goes wrong, and the alerts that must tell it. */
export interface Condition {
  readonly name: string;
  readonly alerts: readonly string[];
  readonly cause: (stage: AlertStage) => Promise<void>;
  /** Done again and again until all alerts fire. */
  readonly meanwhile?: (stage: AlertStage) => Promise<void>;
  readonly mend: (stage: AlertStage) => Promise<void>;
  /** True where the alerts tell of the last hour, so that they outlast what they tell of. */
  readonly lasts?: boolean;
}
