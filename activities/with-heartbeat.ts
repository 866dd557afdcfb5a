import { Context } from '@temporalio/activity';
import { isShutdown } from './is-shutdown.ts';

/** The heartbeat time-out that is assumed if an activity has none. */
const DEFAULT_HEARTBEAT_MS = 15_000;

/**
 * Sends heartbeats while `work` runs. A call continues after its workflow was cancelled or has ended, because it is
 * paid for; only the shutdown of its worker aborts it.
 */
export async function withHeartbeat<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const { cancellationSignal, info } = context;
  const leave = new AbortController();
  const onCancel = (): void => {
    if (isShutdown(cancellationSignal)) leave.abort();
  };
  if (cancellationSignal.aborted) onCancel();
  cancellationSignal.addEventListener('abort', onCancel, { once: true });
  const timer = setInterval(() => context.heartbeat(), (info.heartbeatTimeoutMs ?? DEFAULT_HEARTBEAT_MS) / 3);
  try {
    return await work(leave.signal);
  } finally {
    clearInterval(timer);
    cancellationSignal.removeEventListener('abort', onCancel);
  }
}
