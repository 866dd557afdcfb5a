import type { GatewayProcessDocument } from '../../../contracts/management/fleet/gateway-process.ts';
import type { GatewayProcess } from '../../../store/installation/gateway-fleet-store.ts';

/** A process of the gateway in the form of an answer. */
export function presentGatewayProcess(process: GatewayProcess): GatewayProcessDocument {
  return {
    name: process.processId,
    state: process.state,
    host_name: process.hostName,
    version: process.version,
    commit: process.buildCommit,
    configuration_digest: process.configurationDigest,
    configuration_loaded_at: process.configurationLoadedAt?.toISOString() ?? null,
    started_at: process.startedAt.toISOString(),
    last_heartbeat_at: process.seenAt.toISOString(),
    ended_at: process.endedAt?.toISOString() ?? null,
    decommissioned_at: process.decommissionedAt?.toISOString() ?? null,
  };
}
