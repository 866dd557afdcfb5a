import { timeZones } from '../../contracts/wire/time-zone.ts';
import type { GovernanceBlock } from '../../domain/gateway/governance/governance-block.ts';
import { governanceSettings } from '../../domain/gateway/governance/limit.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { LimitLeaseStore } from '../../store/gateway/limit-lease-store.ts';
import { Governor, type GovernorParts } from '../governance/governor.ts';
import { withFaultPoints } from './with-fault-points.ts';

export interface OpenGovernorParts extends Pick<
  GovernorParts,
  'prices' | 'figures' | 'holder' | 'newLeaseId' | 'monotonicMs'
> {
  readonly leases: LimitLeaseStore;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
}

/** The limits of a configuration file; undefined if the file has none. */
export function openGovernor(block: GovernanceBlock | undefined, parts: OpenGovernorParts): Governor | undefined {
  const settings = governanceSettings(block);
  if (settings.limits.length === 0) return undefined;
  const { leases, clock, faultPoints } = parts;
  return new Governor({
    ...{ ...parts, settings },
    store: { ...leases, exchange: withFaultPoints(faultPoints, 'lease', (...args) => leases.exchange(...args)) },
    offsetMs: (zone, utcMs) => timeZones.offsetSeconds(zone, utcMs) * 1_000,
    now: () => clock.now().getTime(),
  });
}
