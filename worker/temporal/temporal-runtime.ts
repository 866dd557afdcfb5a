import { Runtime, type TelemetryOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { findFreePort } from '../../runtime/addresses/find-free-port.ts';
import { createSdkLog } from './sdk-log.ts';

/** Another process may take a port that was free a moment ago; it will hardly do so this often. */
const PORT_TRIES = 5;

/** Reads the metrics that Temporal's SDK keeps, as an exposition for Prometheus. */
export type ReadSdkMetrics = () => Promise<string>;

/**
 * Sends the logs of Temporal's SDK, its native core's too, into our log; without it the core writes its retries to
 * standard output. Once per process, before any connection; signals stay with the process's own handler.
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
 * The same, where this process has metrics with those of the SDK, which its native core serves on a port of loopback
 * that nobody needs to know: what is returned reads them from there. Undefined without metrics.
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
