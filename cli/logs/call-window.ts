import { usageFault } from '../output/command-fault.ts';
import type { WindowStart } from '../tree/forms.ts';

/** The calls that a command reads, by the Unix time of their admission in milliseconds. */
export interface CallWindow {
  /** The first instant; minus infinity for all calls. */
  readonly fromMs: number;
  /** The instant after the last one; infinity for all calls. */
  readonly toMs: number;
}

/**
 * The window of `--since` and `--until`, both before now or at an instant.
 *
 * @throws CommandFault `usage` if it contains no instant
 */
export function callWindow(
  { since, until }: { readonly since: WindowStart | undefined; readonly until: WindowStart | undefined },
  now: Date,
): CallWindow {
  const msOf = (bound: WindowStart): number => ('at' in bound ? bound.at.getTime() : now.getTime() - bound.beforeMs);
  const fromMs = since === undefined ? Number.NEGATIVE_INFINITY : msOf(since);
  const toMs = until === undefined ? Number.POSITIVE_INFINITY : msOf(until);
  if (fromMs >= toMs) throw usageFault('--since is not before --until, so the window is empty.', 'exchange them');
  return { fromMs, toMs };
}

export function isInWindow({ fromMs, toMs }: CallWindow, admittedMs: number): boolean {
  return admittedMs >= fromMs && admittedMs < toMs;
}
