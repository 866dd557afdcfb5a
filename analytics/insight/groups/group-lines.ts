import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';
import { NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import type { FacetKey } from '../../../domain/insight/group-sums.ts';
import { PURPOSES } from '../../../domain/insight/insight-sets.ts';
import type { Facet } from '../../../domain/insight/dimensions.ts';
import { groupId } from '../question/group-id.ts';
import type { MeasuredGroup } from '../question/measured-facts.ts';
import type { TopValues } from '../question/top-values.ts';
import { completeFacets } from '../facets/complete-facets.ts';
import { compareByTraffic, hasAnyFact, sumOverWindow, type FacetValue } from '../facets/facet-order.ts';
import { otherGroupKey } from '../facets/displayed-keys.ts';
import type { AnswerLine } from './figures-by-line.ts';

/** Lines in the order of an answer. */
export interface GroupLines {
  readonly lines: readonly AnswerLine[];
  /** True if a limit was reached, so that lines are missing at the end. */
  readonly truncated: boolean;
}

/**
 * The lines of an answer. A purpose, or a value, has a line if any of its facts is in the window, excluded facts
 * included. No other part of the question matters for this.
 *
 * @param measured the groups of the facts, without groups derived from the total
 * @param shown the same groups as answers show them
 * @param members the requested facets; empty for complete purposes
 * @param buckets the number of groups of each line
 * @param top the values with groups of their own, if not all have one; the others of each facet are one line after them
 */
export function groupLines(
  measured: readonly MeasuredGroup[],
  shown: readonly MeasuredGroup[],
  members: readonly Facet[],
  buckets: number,
  top?: TopValues,
): GroupLines {
  const groups = shown.filter(hasAnyFact);
  const present = new Set(groups.filter(({ key }) => key.facet === undefined).map(({ key }) => key.purpose));
  const purposes = PURPOSES.filter((purpose) => present.has(purpose));
  if (members.length === 0)
    return bounded(
      purposes.map((purpose) => ({ purpose })),
      buckets,
      false,
    );
  const windowSums = new Map(
    completeFacets(sumOverWindow(measured), members, top).map((group) => [groupId(group.key), group.sums]),
  );
  let truncated = false;
  const lines = purposes.flatMap((purpose) =>
    members.flatMap((member) => {
      const facets = new Map<string | true, FacetKey>();
      for (const { key } of groups) {
        const { facet } = key;
        if (key.purpose !== purpose || facet?.member !== member || facet.other) continue;
        facets.set(facet.unserved || facet.value, facet);
      }
      const values = [...facets.values()].map((facet): FacetValue => ({
        facet,
        sums: windowSums.get(groupId({ purpose, facet })) ?? NO_SUMS,
      }));
      const ordered = values.sort(compareByTraffic);
      truncated ||= ordered.length > QUERY_LIMITS.max_facet_values;
      const others = top === undefined ? [] : [{ purpose, facet: otherGroupKey(member) }];
      return [...ordered.slice(0, QUERY_LIMITS.max_facet_values).map(({ facet }) => ({ purpose, facet })), ...others];
    }),
  );
  return bounded(lines, buckets, truncated);
}

/**
 * The complete lines that fit into one answer. At least one always fits: the limit on buckets is below the limit on
 * groups.
 */
function bounded(lines: readonly AnswerLine[], buckets: number, truncated: boolean): GroupLines {
  const maxLines = Math.floor(QUERY_LIMITS.max_groups / buckets);
  return { lines: lines.slice(0, maxLines), truncated: truncated || lines.length > maxLines };
}
