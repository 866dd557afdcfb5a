import { DefectError } from '../../kernel/errors.ts';
import { absentCoefficient, type Coefficient } from './coefficient.ts';
import { ratingCount, categoryTotals, type RatedItems } from './rated-items.ts';

/**
 * Fleiss' kappa (Fleiss 1971, Psychological Bulletin 76:378) of items with equal numbers of ratings by any raters. For
 * two raters, it is Scott's pi.
 *
 * @throws DefectError if items differ in their number of ratings, which requires Krippendorff's alpha
 */
export function fleissKappa(items: readonly RatedItems[]): Coefficient {
  const each = items[0] === undefined ? 0 : ratingCount(items[0]);
  if (items.some((group) => ratingCount(group) !== each))
    throw new DefectError('Fleiss’ kappa is of items that have the same number of ratings.');
  const totals = categoryTotals(items);
  const ratings = totals.reduce((sum, total) => sum + total, 0);
  if (ratings === 0 || each === 1) return absentCoefficient('nothing_compared');

  const byChance = totals.reduce((sum, total) => sum + (total / ratings) ** 2, 0);
  if (totals.includes(ratings)) return absentCoefficient('one_category');
  const agreeing = items.reduce((sum, group) => sum + group.items * agreeingPairsOf(group), 0);
  return { state: 'present', value: (agreeing / (ratings * (each - 1)) - byChance) / (1 - byChance) };
}

/** The number of ordered pairs of ratings of an item that name the same category. */
function agreeingPairsOf({ ratings }: RatedItems): number {
  return ratings.reduce((sum, count) => sum + count * (count - 1), 0);
}
