import type { GatewayProcessState } from '../../domain/installation/gateway-process-states.ts';
import type {
  GatewayFleetStore,
  GatewayProcess,
  ProcessConfiguration,
} from '../../store/installation/gateway-fleet-store.ts';
import { pageNewestFirst } from './page-newest-first.ts';

/** The name of the process that a fleet has at first. */
export const SILENT_PROCESS = 'proxy-1';

const DIGEST = `sha256:${'a'.repeat(64)}`;

/** A process of the gateway that has sent no heartbeat for a while. */
export function makeGatewayProcess(change: Partial<GatewayProcess> = {}): GatewayProcess {
  return {
    processId: SILENT_PROCESS,
    state: 'silent',
    hostName: 'gateway-a',
    version: '0.3.0',
    buildCommit: null,
    configurationDigest: DIGEST,
    configurationLoadedAt: new Date('2026-03-01T10:00:00.000Z'),
    startedAt: new Date('2026-03-01T10:00:00.000Z'),
    seenAt: new Date('2026-03-01T11:00:00.000Z'),
    endedAt: null,
    decommissionedAt: null,
    ...change,
  };
}

/** The processes of a gateway, in memory. */
export class FakeFleet {
  /** The processes, the last started first. */
  processes: GatewayProcess[] = [makeGatewayProcess()];
  readonly configurations = new Map<string, ProcessConfiguration>([
    [
      SILENT_PROCESS,
      { digest: DIGEST, content: 'mode: ledger\n', redactions: 0, loadedAt: new Date('2026-03-01T10:00:00.000Z') },
    ],
  ]);

  readonly store: Omit<GatewayFleetStore, 'describe'> = {
    list: ({ state, after, limit }) => {
      const shown = this.processes.filter((process) => isShown(process, state));
      const keyOf = ({ startedAt, processId }: GatewayProcess) => ({
        createdAt: startedAt.toISOString(),
        id: processId,
      });
      return Promise.resolve(pageNewestFirst(shown, keyOf, { after, limit }));
    },
    configurationOf: (processId) => Promise.resolve(this.configurations.get(processId)),
    decommission: (processId) => {
      const at = this.processes.findIndex((process) => process.processId === processId);
      const found = this.processes[at];
      if (found === undefined) return Promise.resolve(undefined);
      if (found.state === 'live') return Promise.resolve('alive' as const);
      const gone: GatewayProcess = {
        ...found,
        state: 'decommissioned',
        decommissionedAt: found.decommissionedAt ?? new Date('2026-03-01T12:00:00.000Z'),
      };
      this.processes = this.processes.with(at, gone);
      return Promise.resolve(gone);
    },
  };
}

function isShown(process: GatewayProcess, state: GatewayProcessState | undefined): boolean {
  return state === undefined ? process.state !== 'decommissioned' : process.state === state;
}
