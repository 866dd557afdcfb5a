import { requireComposed } from '../../frame/require-composed.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/**
 * Checks that runs can be carried, which needs a reader and a worker. The store of reports is always present.
 *
 * @throws Refusal `dependency_unavailable` if the configuration names no reader or no worker, regardless of whether
 * they are alive
 */
export function requireRunParts({ reader, reports }: Pick<ApiPorts, 'reader' | 'reports'>): void {
  requireComposed(reader, 'insight reader');
  requireComposed(reports.hasWorker || undefined, 'report worker');
}
