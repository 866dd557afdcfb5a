import { CancellationScope } from '@temporalio/workflow';

/**
 * Marks the row of a run as stopping when its workflow is cancelled, so that calls which wait for their connection are
 * not sent.
 */
export function stopOnceCancelled(stop: () => Promise<void>): void {
  void CancellationScope.current().cancelRequested.catch(() => CancellationScope.nonCancellable(stop));
}
