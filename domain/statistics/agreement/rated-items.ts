/** A number of items with the same count of ratings in each category. Raters are not distinguished. */
export interface RatedItems {
  /**
   * The number of ratings of each of these items in each category. The categories and their order are the same for all
   * items.
   */
  readonly ratings: readonly number[];
  readonly items: number;
}

/** The number of ratings of each of the items; a missing rating is in no category. */
export function ratingCount({ ratings }: RatedItems): number {
  return ratings.reduce((sum, count) => sum + count, 0);
}

/** The number of items with at least two ratings. */
export function overlapCount(items: readonly RatedItems[]): number {
  return items.reduce((sum, group) => sum + (ratingCount(group) > 1 ? group.items : 0), 0);
}

/** The number of ratings in each category, over all items. */
export function categoryTotals(items: readonly RatedItems[]): readonly number[] {
  return items.reduce<readonly number[]>(
    (totals, { ratings, items: size }) => ratings.map((count, category) => (totals[category] ?? 0) + count * size),
    [],
  );
}
