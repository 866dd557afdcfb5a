import type { FacetKey, GroupKey } from '../../../domain/insight/group-sums.ts';
import { PURPOSES, type Purpose } from '../../../domain/insight/insight-sets.ts';
import { FACETS, type GroupMember } from '../../../domain/insight/dimensions.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { readSqlMember } from '../sql/dimension-expression.ts';
import { OTHER_VALUE_PREFIX } from '../sql/facet-join.ts';
import type { GroupRow, LineRow } from '../sql/group-columns.ts';
import { requireMember } from './read-values.ts';

/** The groups in which a row counts: its own and, if purposes are groups, the same group under its purpose. */
export function groupKeys(row: GroupRow, question: Pick<FactsQuestion, 'grain' | 'facets'>): GroupKey[] {
  return bucketGroupKeys(row, row.bucket, question);
}

/** The groups in which a bucket of a line counts, by the same rule. */
export function bucketGroupKeys(
  row: LineRow,
  bucket: number,
  { grain, facets }: Pick<FactsQuestion, 'grain' | 'facets'>,
): GroupKey[] {
  const purpose = requireMember(PURPOSES, row.purpose);
  const bucketMs = grain === undefined ? undefined : bucket * 1_000;
  if (row.member.startsWith(OTHER_VALUE_PREFIX)) {
    const member = groupMember(row.member.slice(OTHER_VALUE_PREFIX.length));
    return [keyOf(purpose, bucketMs, { member, value: '', unserved: false, other: true })];
  }
  if (row.member !== '') {
    const member = groupMember(row.member);
    return [keyOf(purpose, bucketMs, { member, value: row.value, unserved: row.unserved })];
  }
  const whole = bucketMs === undefined ? { purpose } : { purpose, bucketMs };
  if (!facets.includes('purpose')) return [whole];
  return [whole, keyOf(purpose, bucketMs, { member: 'purpose', value: purpose, unserved: false })];
}

function groupMember(text: string): GroupMember {
  return readSqlMember(text) ?? requireMember(FACETS, text);
}

function keyOf(purpose: Purpose, bucketMs: number | undefined, facet: FacetKey): GroupKey {
  return bucketMs === undefined ? { purpose, facet } : { purpose, bucketMs, facet };
}
