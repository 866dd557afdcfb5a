import type { GroupKey } from '../../../domain/insight/group-sums.ts';

/** The text of a key, equal exactly for equal keys: only the value of a facet, which is last, can contain a space. */
export function groupId(key: GroupKey): string {
  const { purpose, bucketMs, facet } = key;
  const whole = bucketMs === undefined ? purpose : `${purpose} ${bucketMs}`;
  if (facet === undefined) return whole;
  const kind = facet.other ? 'other' : facet.unserved ? 'unserved' : 'value';
  return `${whole} ${facet.member} ${kind} ${facet.value}`;
}
