import type { WorkerLog } from '../worker/telemetry/worker-log.ts';

/** A log that discards everything. */
export const silentLog: WorkerLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
