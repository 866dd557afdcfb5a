import { absent, type Coefficient } from './coefficient.ts';
import { ratingsOf, totalsOf, type RatedAlike } from './rated-alike.ts';

/**
 * Krippendorff's alpha for categories without an order (Krippendorff 2011, Computing Krippendorff's alpha-reliability):
 * any number of raters, any rating missing. An item with a single rating says nothing of agreement and is left out.
 */
export function krippendorffAlpha(items: readonly RatedAlike[]): Coefficient {
  const compared = items.filter((alike) => ratingsOf(alike) > 1);
  const totals = totalsOf(compared);
  const ratings = totals.reduce((sum, total) => sum + total, 0);
  if (ratings === 0) return absent('nothing_compared');
  const expected = differingPairs(totals) / (ratings - 1);
  if (expected === 0) return absent('one_category');
  const observed = compared.reduce(
    (sum, alike) => sum + (alike.items * differingPairs(alike.ratings)) / (ratingsOf(alike) - 1),
    0,
  );
  return { state: 'present', value: 1 - observed / expected };
}

/** Pairs of ratings that name different categories, each pair twice. */
function differingPairs(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all * all - counts.reduce((sum, count) => sum + count * count, 0);
}
