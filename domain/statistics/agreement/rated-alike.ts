/**
 * Items whose ratings fall on the categories in the same numbers, counted together: whose each rating is plays no part.
 */
export interface RatedAlike {
  /**
   * The numbers of ratings of each of these items in each category; the same categories in the same order for all
   * items.
   */
  readonly ratings: readonly number[];
  readonly items: number;
}

/** Ratings that each of the items was given; one that is missing is in no category. */
export function ratingsOf({ ratings }: RatedAlike): number {
  return ratings.reduce((sum, count) => sum + count, 0);
}

/** Items that were rated twice or more often. */
export function overlapOf(items: readonly RatedAlike[]): number {
  return items.reduce((sum, alike) => sum + (ratingsOf(alike) > 1 ? alike.items : 0), 0);
}

/** The number of ratings in each category, over all items. */
export function totalsOf(items: readonly RatedAlike[]): readonly number[] {
  return items.reduce<readonly number[]>(
    (totals, { ratings, items: alike }) => ratings.map((count, category) => (totals[category] ?? 0) + count * alike),
    [],
  );
}
