import { TruetallyAbortError, TruetallyTimeoutError } from '../errors.ts';

/** The longest delay that timers take; a longer one would fire at once. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** The end of a call: its time is over, or its caller has aborted it. */
export interface Deadline {
  /** Aborted with the error that the call then fails with. */
  readonly signal: AbortSignal;
  /** True if work of this number of milliseconds from now is done in time. */
  allows(milliseconds: number): boolean;
  /** Restarts the time. */
  restart(): void;
  /** The time stands still; the caller's signal still counts. */
  pause(): void;
  /** Neither counts any longer. */
  end(): void;
}

/** @throws TypeError when `timeoutMs` is no whole number of milliseconds that a timer takes */
export function requireTimeout(timeoutMs: number): void {
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw new TypeError(`timeoutMs must be a whole number from 1 to ${MAX_TIMEOUT_MS}.`);
  }
}

/**
 * Starts the time of a call.
 *
 * @throws TypeError as `requireTimeout` does
 */
export function startDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  requireTimeout(timeoutMs);
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let overAt = Infinity;
  const pause = () => {
    clearTimeout(timer);
    overAt = Infinity;
  };
  const restart = () => {
    pause();
    overAt = performance.now() + timeoutMs;
    timer = setTimeout(() => controller.abort(new TruetallyTimeoutError(timeoutMs)), timeoutMs);
  };
  const onAbort = () => controller.abort(new TruetallyAbortError(outer?.reason));
  if (outer?.aborted === true) onAbort();
  outer?.addEventListener('abort', onAbort);
  restart();
  return {
    signal: controller.signal,
    allows: (milliseconds) => performance.now() + milliseconds < overAt,
    restart,
    pause,
    end: () => {
      pause();
      outer?.removeEventListener('abort', onAbort);
    },
  };
}

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
