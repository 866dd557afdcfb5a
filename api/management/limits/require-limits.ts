import { Refusal } from '../../../domain/kernel/errors.ts';
import type { LimitPorts, LimitSources } from '../ports/limit-ports.ts';

/**
 * Requires limits.
 * @throws Refusal `feature_absent` if the configuration has none
 */
export function requireLimits({ limitUses }: LimitPorts): LimitSources {
  if (limitUses !== undefined) return limitUses;
  throw new Refusal(
    'feature_absent',
    'The configuration file of this API has no limits. Set `governance.limits` in it, as in the file of the gateway.',
  );
}
