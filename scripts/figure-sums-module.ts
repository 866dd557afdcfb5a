import { ADDITIVE_FIGURES, type AdditiveFigure } from '../domain/insight/group-sums.ts';

/** `domain/insight/figure-sums.ts`: objects with one member for each additive figure, written out. */
export function figureSumsModule(): string {
  return `import type { AdditiveFigure, AdditiveSums } from './group-sums.ts';

/**
 * Objects with a member for each additive figure. This file is made from \`ADDITIVE_FIGURES\`: run \`npm run generate\` after a
 * change, and edit nothing here. The members are written out, because an object of so many computed names is a hash table to the
 * engine, and so is every copy of it: answers of thousands of groups take a multiple of the time and of the memory.
 */

/** The sums of a function, one for each figure. */
export function sumsOf<Sum extends bigint | number>(sum: (figure: AdditiveFigure) => Sum): Record<AdditiveFigure, Sum> {
  return {
${members((figure) => `sum('${figure}')`)}
  };
}

/** Where the sum of each figure stands in a list, from wherever its group begins. */
export type FigurePlaces = Readonly<Record<AdditiveFigure, number>>;

/** The sums of a group in a list; zero where it ends before. No function is called for each: that takes most of the time. */
export function sumsAt(places: FigurePlaces, list: readonly bigint[], start: number): AdditiveSums {
  return {
${members((figure) => `sumAt(list, start + places.${figure})`)}
  };
}

function sumAt(list: readonly bigint[], place: number): bigint {
  return list[place] ?? 0n;
}
`;
}

function members(sum: (figure: AdditiveFigure) => string): string {
  return ADDITIVE_FIGURES.map((figure) => `    ${figure}: ${sum(figure)},`).join('\n');
}
