import { Refusal } from '../../../domain/kernel/errors.ts';
import type { DatasetPorts, DatasetSources } from '../ports/dataset-ports.ts';

/**
 * Requires that the deployment has datasets.
 * @throws Refusal `feature_absent` if it has no facts
 */
export function requireDatasets({ datasets }: DatasetPorts): DatasetSources {
  if (datasets !== undefined) return datasets;
  const detail = 'This deployment has no datasets, because it has no facts. Set TRUETALLY_CLICKHOUSE_URL.';
  throw new Refusal('feature_absent', detail);
}
