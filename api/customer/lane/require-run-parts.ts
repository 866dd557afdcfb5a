import { composed } from '../../frame/composed.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/**
 * What a new run needs beside the store of reports, without which no API starts.
 *
 * @throws Refusal `dependency_unavailable` when the configuration names no reader or no worker, be they alive or not
 */
export function requireRunParts({ reader, reports }: Pick<ApiPorts, 'reader' | 'reports'>): void {
  composed(reader, 'insight reader');
  composed(reports.hasWorker || undefined, 'report worker');
}
