import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';

type DrainTimes = Pick<Configuration, 'drainDelaySeconds' | 'drainSeconds'>;

/**
 * Seconds after the drain in which remaining work is cut or handed over, leases are released, spans are sent and
 * connections are closed.
 */
const CLOSING_SECONDS = 5;
/** Seconds that a process needs to exit after that. */
const DYING_SECONDS = 5;

/** Seconds after which a supervisor may kill one of our processes; without a fault, the process ends earlier. */
export function killAfterSeconds({ drainDelaySeconds, drainSeconds }: DrainTimes): number {
  return drainDelaySeconds + drainSeconds + CLOSING_SECONDS + DYING_SECONDS;
}

/** The circumstances under which a process ends. */
export interface ShutdownCause {
  /** True if the process ends because of a fault and not on request; it then waits for no requests. */
  readonly failed: boolean;
}

/**
 * Calls `end` once when this process is asked to end (SIGTERM, SIGINT, SIGHUP …) or fails, and exits after it. The exit
 * code is 0 if `end` resolves to true, which means that all work in flight ended or was handed over. The code is 1 if
 * work was cut or the time is over; a second signal exits with 1 immediately. For a process that reloads, SIGHUP has
 * its own handler.
 */
export function handleShutdown(
  times: DrainTimes & { readonly isReloaded?: boolean },
  log: Logger,
  end: (ending: ShutdownCause) => Promise<boolean>,
): void {
  const settings = {
    ...(times.isReloaded === true && { skip: ['SIGHUP' as const] }),
    delay: (killAfterSeconds(times) - DYING_SECONDS) * 1_000,
    logger: false,
    onSecondSignal: (signal: string | undefined) => log.warn({ signal }, 'received a second stop signal; exiting now'),
    onTimeout: () => log.error('work in flight did not end in time; exiting anyway'),
  } as const;
  closeWithGrace(settings, async ({ err, signal }) => {
    const failed = err !== undefined;
    if (failed) log.fatal({ err }, 'the process fails');
    else log.info({ signal, drain_seconds: times.drainSeconds }, 'stopping');
    if (!(await end({ failed }))) process.exit(1);
    log.info('stopped');
  });
}
