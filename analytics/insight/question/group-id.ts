import type { GroupKey } from '../../../domain/insight/group-sums.ts';

/** Equal exactly for equal keys: only a facet's value, which stands last, can hold a space. */
export function groupId(key: GroupKey): string {
  const { purpose, bucketMs, facet } = key;
  const whole = bucketMs === undefined ? purpose : `${purpose} ${bucketMs}`;
  if (facet === undefined) return whole;
  const kind = facet.other ? 'other' : facet.unserved ? 'unserved' : 'value';
  return `${whole} ${facet.member} ${kind} ${facet.value}`;
}
