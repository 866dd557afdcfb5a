import type pg from 'pg';
import type { CrashClient } from '../../testing/scenarios/crash-client.ts';
import type { ProcessName, SystemWorld } from '../../testing/processes/system-world.ts';
import type { AlertGateway } from './alert-gateway.ts';
import type { Prometheus } from './prometheus.ts';

/** The system and the tools with which conditions are caused. */
export interface AlertStage {
  readonly world: SystemWorld;
  readonly pool: pg.Pool;
  readonly place: { readonly baseUrl: string; readonly token: string; readonly organizationId: string };
  readonly client: CrashClient;
  readonly viewId: string;
  /** Starts a process again, with its metrics endpoint and with further variables. */
  readonly start: (name: ProcessName, further?: Readonly<Record<string, string>>) => Promise<void>;
  readonly prometheus: Prometheus;
  readonly gateway: AlertGateway;
  /** The address of the management plane. */
  readonly managementUrl: string;
}

/** A fault of the system, and the alerts that must report it. */
export interface Condition {
  readonly name: string;
  readonly alerts: readonly string[];
  readonly cause: (stage: AlertStage) => Promise<void>;
  /** The work that is repeated until all alerts fire. */
  readonly meanwhile?: (stage: AlertStage) => Promise<void>;
  readonly mend: (stage: AlertStage) => Promise<void>;
  /** True if the alerts cover the last hour, so that they fire longer than the fault lasts. */
  readonly lasts?: boolean;
}
