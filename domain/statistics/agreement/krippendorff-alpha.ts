import { absentCoefficient, type Coefficient } from './coefficient.ts';
import { ratingCount, categoryTotals, type RatedItems } from './rated-items.ts';

/**
 * Krippendorff's alpha for unordered categories (Krippendorff 2011, Computing Krippendorff's alpha-reliability), for
 * any number of raters and with missing ratings. An item with a single rating does not measure agreement and is
 * omitted.
 */
export function krippendorffAlpha(items: readonly RatedItems[]): Coefficient {
  const compared = items.filter((group) => ratingCount(group) > 1);
  const totals = categoryTotals(compared);
  const ratings = totals.reduce((sum, total) => sum + total, 0);
  if (ratings === 0) return absentCoefficient('nothing_compared');
  const expected = differingPairs(totals) / (ratings - 1);
  if (expected === 0) return absentCoefficient('one_category');
  const observed = compared.reduce(
    (sum, group) => sum + (group.items * differingPairs(group.ratings)) / (ratingCount(group) - 1),
    0,
  );
  return { state: 'present', value: 1 - observed / expected };
}

/** The number of ordered pairs of ratings that name different categories. */
function differingPairs(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all * all - counts.reduce((sum, count) => sum + count * count, 0);
}
