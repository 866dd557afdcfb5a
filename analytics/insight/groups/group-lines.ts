import { QUERY_LIMITS } from '../../../contracts/insight/query-limits.ts';
import { NO_SUMS, addSums } from '../../../domain/insight/additive-sums.ts';
import { observedRequests } from '../../../domain/insight/figures/completion.ts';
import type { AdditiveSums, FacetKey, GroupKey } from '../../../domain/insight/group-sums.ts';
import { PURPOSES, type Facet } from '../../../domain/insight/insight-sets.ts';
import { groupId } from '../statements/group-columns.ts';
import type { MeasuredGroup } from '../figures/measured-facts.ts';
import { completeFacets } from './complete-facets.ts';

/** The groups of an answer but for their buckets: a purpose, or one value of a facet in it. */
type Line = Omit<GroupKey, 'bucketMs'>;

/** Lines in the order of an answer. */
export interface GroupLines {
  readonly lines: readonly Line[];
  /** A bound was reached, so that lines are missing from the end. */
  readonly truncated: boolean;
}

/** A facet value of one purpose, and its sums over the whole window. */
interface FacetValue {
  readonly facet: FacetKey;
  readonly sums: AdditiveSums;
}

/**
 * Which lines an answer has. A purpose, or a value, has one when any of its facts lies in the window, excluded ones
 * included: what else is asked changes nothing in it.
 *
 * @param measured the groups of the facts, without what is derived from the whole
 * @param shown the same as answers show them
 * @param members the facets asked; none for the whole purposes
 * @param buckets groups per line
 */
export function groupLines(
  measured: readonly MeasuredGroup[],
  shown: readonly MeasuredGroup[],
  members: readonly Facet[],
  buckets: number,
): GroupLines {
  const groups = shown.filter(holdsFacts);
  const present = new Set(groups.filter(({ key }) => key.facet === undefined).map(({ key }) => key.purpose));
  const purposes = PURPOSES.filter((purpose) => present.has(purpose));
  if (members.length === 0)
    return bounded(
      purposes.map((purpose) => ({ purpose })),
      buckets,
      false,
    );
  const windowSums = new Map(
    completeFacets(overWindow(measured), members).map((group) => [groupId(group.key), group.sums]),
  );
  let truncated = false;
  const lines = purposes.flatMap((purpose) =>
    members.flatMap((member) => {
      const values = new Map<string, FacetValue>();
      for (const { key } of groups) {
        if (key.purpose !== purpose || key.facet?.member !== member) continue;
        const id = groupId({ purpose, facet: key.facet });
        values.set(id, { facet: key.facet, sums: windowSums.get(id) ?? NO_SUMS });
      }
      const ordered = [...values.values()].sort(byWeight);
      truncated ||= ordered.length > QUERY_LIMITS.max_facet_values;
      return ordered.slice(0, QUERY_LIMITS.max_facet_values).map(({ facet }) => ({ purpose, facet }));
    }),
  );
  return bounded(lines, buckets, truncated);
}

/** As many whole lines as fit into one answer. One always does: a series has fewer buckets than an answer groups. */
function bounded(lines: readonly Line[], buckets: number, truncated: boolean): GroupLines {
  const most = Math.floor(QUERY_LIMITS.max_groups / buckets);
  return { lines: lines.slice(0, most), truncated: truncated || lines.length > most };
}

function holdsFacts({ sums, excluded, feedback, excludedFeedback }: MeasuredGroup): boolean {
  return (
    holdsTraffic(sums) ||
    holdsTraffic(excluded) ||
    (feedback?.verdicts ?? 0n) > 0n ||
    (excludedFeedback?.verdicts ?? 0n) > 0n
  );
}

function holdsTraffic({ admitted, ended, attempts, effects }: AdditiveSums): boolean {
  return admitted > 0n || ended > 0n || attempts > 0n || effects > 0n;
}

/** The groups of a series without its buckets; those of any other answer as they are. */
function overWindow(groups: readonly MeasuredGroup[]): MeasuredGroup[] {
  const merged = new Map<string, { key: GroupKey; all: AdditiveSums[]; excluded: AdditiveSums[] }>();
  for (const { key, sums, excluded } of groups) {
    const { purpose, facet } = key;
    const line = { purpose, ...(facet && { facet }) };
    const id = groupId(line);
    const held = merged.get(id);
    if (held === undefined) merged.set(id, { key: line, all: [sums], excluded: [excluded] });
    else {
      held.all.push(sums);
      held.excluded.push(excluded);
    }
  }
  return [...merged.values()].map(({ key, all, excluded }) => ({
    key,
    sums: addSums(all),
    excluded: addSums(excluded),
  }));
}

/** Most requests first, then most attempts, then most cost effects; money decides no order. Ties go by value. */
function byWeight(one: FacetValue, other: FacetValue): number {
  return (
    descending(observedRequests(one.sums), observedRequests(other.sums)) ||
    descending(one.sums.attempts, other.sums.attempts) ||
    descending(one.sums.effects, other.sums.effects) ||
    Number(one.facet.unserved) - Number(other.facet.unserved) ||
    (one.facet.value < other.facet.value ? -1 : 1)
  );
}

function descending(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? -1 : 1;
}
