import type { GroupKey } from '../../../domain/insight/group-sums.ts';
import type { Facet } from '../../../domain/insight/dimensions.ts';
import type { TopValues } from '../question/top-values.ts';
import { completeFacets } from './complete-facets.ts';
import { compareByTraffic, hasTraffic, sumOverWindow, type FacetValue, type SummedGroup } from './facet-order.ts';

/**
 * The values of each requested facet that get groups of their own. They are the first in each purpose over the complete
 * window, among values with any traffic, in the order of answers.
 */
export function topValues(groups: readonly SummedGroup[], members: readonly Facet[], maxValues: number): TopValues {
  const lines = new Map<string, { readonly key: GroupKey; readonly values: FacetValue[] }>();
  for (const { key, sums, excluded } of completeFacets(sumOverWindow(groups), members)) {
    const { purpose, facet } = key;
    if (facet === undefined || !(hasTraffic(sums) || hasTraffic(excluded))) continue;
    const line = lines.get(`${purpose} ${facet.member}`) ?? { key, values: [] };
    lines.set(`${purpose} ${facet.member}`, line);
    line.values.push({ facet, sums });
  }
  return [...lines.values()].flatMap(({ key: { purpose }, values }) =>
    values
      .sort(compareByTraffic)
      .slice(0, maxValues)
      .map(({ facet }) => ({ purpose, facet })),
  );
}
