import { Runtime, type TelemetryOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { findFreePort } from '../../runtime/addresses/find-free-port.ts';
import { createSdkLog } from './sdk-log.ts';

/**
 * The number of tries to find a free port. Another process may take a port that was free a moment ago, but hardly this
 * often.
 */
const PORT_TRIES = 5;

/** A function that reads the metrics of Temporal's SDK, as an exposition for Prometheus. */
export type ReadSdkMetrics = () => Promise<string>;

/**
 * Sends the logs of Temporal's SDK and of its native core into our log; otherwise the core writes its retries to
 * standard output. Call it once per process, before any connection. Signals stay with the handler of the process.
 */
export function installTemporalRuntime(log: Logger, metrics?: TelemetryOptions['metrics']): void {
  Runtime.install({
    logger: createSdkLog(log),
    telemetryOptions: {
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      ...(metrics && { metrics }),
    },
    shutdownSignals: [],
  });
}

/**
 * Installs the runtime as `installTemporalRuntime` does, with metrics if the configuration enables them. The native
 * core serves them on a free loopback port, and the returned function reads them there. Undefined without metrics.
 */
export async function installWorkerRuntime(
  log: Logger,
  { metricsPort }: Pick<Configuration, 'metricsPort'>,
): Promise<ReadSdkMetrics | undefined> {
  if (metricsPort === undefined) {
    installTemporalRuntime(log);
    return undefined;
  }
  for (let tries = 1; ; tries += 1) {
    const bindAddress = `127.0.0.1:${await findFreePort()}`;
    try {
      installTemporalRuntime(log, {
        attachServiceName: false,
        prometheus: { bindAddress, countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true },
      });
    } catch (error) {
      if (tries === PORT_TRIES) throw error;
      continue;
    }
    return async () => {
      const answer = await fetch(`http://${bindAddress}/metrics`);
      if (!answer.ok) throw new Error(`The metrics of Temporal's SDK answer ${answer.status}.`);
      return answer.text();
    };
  }
}
