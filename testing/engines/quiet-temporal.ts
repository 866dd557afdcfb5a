import { DefaultLogger, Runtime } from '@temporalio/worker';

let isInstalled = false;

/** Keeps Temporal's workers from filling the report of a test run: only their errors are shown. Once per process. */
export function quietTemporal(): void {
  if (isInstalled) return;
  isInstalled = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
    shutdownSignals: [],
  });
}
