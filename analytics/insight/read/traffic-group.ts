import { NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import type { AdditiveSums, GroupKey } from '../../../domain/insight/group-sums.ts';

/** The sums of a group's traffic, with those of its excluded facts. */
export interface TrafficGroup {
  readonly key: GroupKey;
  sums: AdditiveSums;
  excluded: AdditiveSums;
}

/** A group without traffic. */
export function emptyTrafficGroup(key: GroupKey): TrafficGroup {
  return { key, sums: NO_SUMS, excluded: NO_SUMS };
}
