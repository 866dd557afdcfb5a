import { Refusal } from '../../domain/kernel/errors.ts';
import type { ApiPorts } from '../ports/ports.ts';

/**
 * A part that this deployment may lack.
 *
 * @throws Refusal `dependency_unavailable` when it is not composed
 */
export function composed<Part>(part: Part | undefined, name: string): Part {
  if (part === undefined) throw new Refusal('dependency_unavailable', `This deployment has no ${name}.`);
  return part;
}

/**
 * What a new run needs beside the store of reports, without which no API starts.
 *
 * @throws Refusal `dependency_unavailable` when the configuration names no reader or no worker, be they alive or not
 */
export function requireRunParts({ reader, reports }: Pick<ApiPorts, 'reader' | 'reports'>): void {
  composed(reader, 'insight reader');
  composed(reports.hasWorker || undefined, 'report worker');
}
