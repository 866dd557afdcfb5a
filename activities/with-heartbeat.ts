import { Context } from '@temporalio/activity';
import { isShutdown } from './is-shutdown.ts';

/** A worker without a heartbeat time-out says this often that it is there. */
const DEFAULT_HEARTBEAT_MS = 15_000;

/**
 * Says that it is alive while it works. A call goes on although its workflow is cancelled or gone, for it is paid for;
 * only a worker that has to leave breaks it off.
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
