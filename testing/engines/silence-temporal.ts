import { DefaultLogger, Runtime } from '@temporalio/worker';

let isInstalled = false;

/**
 * Limits the log of Temporal's workers to errors, so that it does not fill the report of a test run. Only the first
 * call in a process has an effect.
 */
export function silenceTemporal(): void {
  if (isInstalled) return;
  isInstalled = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
    shutdownSignals: [],
  });
}
