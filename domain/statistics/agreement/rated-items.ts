/**
 * Items whose ratings fall on the categories in the same numbers, counted together: whose each rating is plays no part.
 */
export interface RatedItems {
  /**
   * The numbers of ratings of each of these items in each category; the same categories in the same order for all
   * items.
   */
  readonly ratings: readonly number[];
  readonly items: number;
}

/** Ratings that each of the items was given; one that is missing is in no category. */
export function ratingsOf({ ratings }: RatedItems): number {
  return ratings.reduce((sum, count) => sum + count, 0);
}

/** Items that were rated twice or more often. */
export function overlapOf(items: readonly RatedItems[]): number {
  return items.reduce((sum, group) => sum + (ratingsOf(group) > 1 ? group.items : 0), 0);
}

/** The number of ratings in each category, over all items. */
export function totalsOf(items: readonly RatedItems[]): readonly number[] {
  return items.reduce<readonly number[]>(
    (totals, { ratings, items: size }) => ratings.map((count, category) => (totals[category] ?? 0) + count * size),
    [],
  );
}
