import type { RunningConfiguration } from '../../../domain/installation/running-configuration.ts';
import type { GatewayFleetStore } from '../../../store/installation/gateway-fleet-store.ts';

/** The ports of the configuration of processes, and of the processes of the gateway. */
export interface FleetPorts {
  /** The name of this process, and its configuration. */
  readonly ownConfiguration: { readonly processName: string; readonly running: RunningConfiguration };
  readonly fleet: Pick<GatewayFleetStore, 'list' | 'configurationOf' | 'decommission'>;
}
