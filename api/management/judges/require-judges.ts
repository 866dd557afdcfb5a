import { Refusal } from '../../../domain/kernel/errors.ts';
import type { JudgePorts, JudgeSources } from '../ports/judge-ports.ts';

/**
 * Requires the registry of judges.
 * @throws Refusal `feature_absent` if the deployment has none
 */
export function requireJudges({ judges }: JudgePorts): JudgeSources {
  if (judges !== undefined) return judges;
  const detail =
    'This deployment has no registry of judges. Set TRUETALLY_CLICKHOUSE_URL, and remove `dashboard.state_dir` from the configuration file.';
  throw new Refusal('feature_absent', detail);
}
