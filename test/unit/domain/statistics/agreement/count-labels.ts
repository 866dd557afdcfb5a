import type { RatedItems } from '../../../../../domain/statistics/agreement/rated-items.ts';

/** Each item separately, as counts over all categories that occur; undefined is a missing rating. */
export function countLabels(items: readonly (readonly (string | number | undefined)[])[]): RatedItems[] {
  const categories = [...new Set(items.flat())].filter((label) => label !== undefined);
  return items.map((labels) => ({
    ratings: categories.map((category) => labels.filter((label) => label === category).length),
    items: 1,
  }));
}

/** Pairs of ratings as a square table over all categories that occur. */
export function toCountTable<Label>(pairs: readonly (readonly [Label, Label])[]): number[][] {
  const categories = [...new Set(pairs.flat())];
  return categories.map((one) =>
    categories.map((other) => pairs.filter(([first, second]) => first === one && second === other).length),
  );
}
