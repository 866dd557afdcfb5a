import { Refusal } from '../../../domain/kernel/errors.ts';
import type { RefusalPorts, RefusalSources } from '../ports/refusal-ports.ts';

/**
 * Requires the facts about refused calls.
 * @throws Refusal `feature_absent` if the deployment has none
 */
export function requireRefusals({ governanceRefusals }: RefusalPorts): RefusalSources {
  if (governanceRefusals !== undefined) return governanceRefusals;
  throw new Refusal(
    'feature_absent',
    'This deployment has no ClickHouse, which stores refused calls. Set TRUETALLY_CLICKHOUSE_URL for the API.',
  );
}
