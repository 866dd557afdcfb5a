import { composed } from '../../frame/composed.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/**
 * Checks that the API can start a run: it needs a reader and a worker. The store of reports is always there.
 *
 * @throws Refusal `dependency_unavailable` when the configuration names no reader or no worker, be they alive or not
 */
export function requireRunParts({ reader, reports }: Pick<ApiPorts, 'reader' | 'reports'>): void {
  composed(reader, 'insight reader');
  composed(reports.hasWorker || undefined, 'report worker');
}
