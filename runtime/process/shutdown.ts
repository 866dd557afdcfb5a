import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';

type DrainTimes = Pick<Configuration, 'drainDelaySeconds' | 'drainSeconds'>;

/** After the drain: what is left is cut or handed over, leases are given back, spans are sent and connections closed. */
const CLOSING_SECONDS = 5;
/** What a process takes to die of the end of that. */
const DYING_SECONDS = 5;

/** Seconds after which whoever supervises a process of ours may kill it: by itself, it has ended before. */
export function killAfterSeconds({ drainDelaySeconds, drainSeconds }: DrainTimes): number {
  return drainDelaySeconds + drainSeconds + CLOSING_SECONDS + DYING_SECONDS;
}

/** How one of our processes ends. */
export interface Ending {
  /** Ended by a fault of its own and not because it was told to, so that nobody is waited for. */
  readonly failed: boolean;
}

/**
 * Calls `end` once when this process is told to end (SIGTERM, SIGINT, SIGHUP …) or fails, and exits after it: with 0 when
 * it resolves to true, which says that all work in flight came to its end or was handed over; with 1 when something was
 * cut, when the time is over, and at once on a second signal. Where it is reloaded, SIGHUP is somebody else's.
 */
export function endInOrder(
  times: DrainTimes & { readonly isReloaded?: boolean },
  log: Logger,
  end: (ending: Ending) => Promise<boolean>,
): void {
  const settings = {
    ...(times.isReloaded === true && { skip: ['SIGHUP' as const] }),
    delay: (killAfterSeconds(times) - DYING_SECONDS) * 1_000,
    logger: false,
    onSecondSignal: (signal: string | undefined) => log.warn({ signal }, 'told again to stop: ending at once'),
    onTimeout: () => log.error('something did not end in time: ending all the same'),
  } as const;
  closeWithGrace(settings, async ({ err, signal }) => {
    const failed = err !== undefined;
    if (failed) log.fatal({ err }, 'the process fails');
    else log.info({ signal, drain_seconds: times.drainSeconds }, 'stopping');
    if (!(await end({ failed }))) process.exit(1);
    log.info('stopped');
  });
}
