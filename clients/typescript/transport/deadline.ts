import { TruetallyAbortError, TruetallyTimeoutError } from '../errors.ts';

/** The longest delay that timers accept; a longer one would fire immediately. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** The end of a call, by its time-out or by the caller's signal. */
export interface Deadline {
  /** A signal that is aborted with the error of the call. */
  readonly signal: AbortSignal;
  /** True if work that takes this number of milliseconds ends before the deadline. */
  allows(milliseconds: number): boolean;
  /** Restarts the time-out. */
  restart(): void;
  /** Stops the time-out; the caller's signal still aborts the call. */
  pause(): void;
  /** Stops the time-out and ignores the caller's signal from then on. */
  end(): void;
}

/** @throws TypeError if `timeoutMs` is not a whole number of milliseconds that a timer accepts */
export function requireTimeout(timeoutMs: number): void {
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw new TypeError(`timeoutMs must be a whole number from 1 to ${MAX_TIMEOUT_MS}.`);
  }
}

/**
 * Starts the time-out of a call.
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

/** Waits for a time. Rejects with the signal's reason as soon as the signal is aborted. */
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
