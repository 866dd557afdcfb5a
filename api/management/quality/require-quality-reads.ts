import { Refusal } from '../../../domain/kernel/errors.ts';
import type { QualityReadPorts, QualityReadSources } from '../ports/quality-read-ports.ts';

/**
 * Requires the readers of quality.
 * @throws Refusal `feature_absent` if the deployment has none
 */
export function requireQualityReads({ qualityReads }: Pick<QualityReadPorts, 'qualityReads'>): QualityReadSources {
  if (qualityReads !== undefined) return qualityReads;
  const detail = 'This deployment has no ClickHouse, which stores outcomes. Set TRUETALLY_CLICKHOUSE_URL for the API.';
  throw new Refusal('feature_absent', detail);
}
