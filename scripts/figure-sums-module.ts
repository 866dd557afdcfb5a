import { ADDITIVE_FIGURES, type AdditiveFigure } from '../domain/insight/group-sums.ts';

/** `domain/insight/figure-sums.ts`: functions that build objects with one explicit member for each additive figure. */
export function figureSumsModule(): string {
  return `import type { AdditiveFigure, AdditiveSums } from './group-sums.ts';

/**
 * Objects with a member for each additive figure. This file is generated from \`ADDITIVE_FIGURES\`: run
 * \`npm run generate\` after a change, and do not edit it. The members are written out, because an engine turns an
 * object of so many computed names, and every copy of it, into a hash table. Answers of thousands of groups would take
 * a multiple of the time and of the memory.
 */

/** The sums of a function, one for each figure. */
export function sumsOf<Sum extends bigint | number>(sum: (figure: AdditiveFigure) => Sum): Record<AdditiveFigure, Sum> {
  return {
${members((figure) => `sum('${figure}')`)}
  };
}

/** The index of each figure's sum in a list, from the start of a group. */
export type FigureOffsets = Readonly<Record<AdditiveFigure, number>>;

/**
 * The sums of a group in a list; zero if it ends before. No function is called for each, because calls take most of the
 * time.
 */
export function sumsAt(offsets: FigureOffsets, list: readonly bigint[], start: number): AdditiveSums {
  return {
${members((figure) => `sumAt(list, start + offsets.${figure})`)}
  };
}

function sumAt(list: readonly bigint[], position: number): bigint {
  return list[position] ?? 0n;
}
`;
}

function members(sum: (figure: AdditiveFigure) => string): string {
  return ADDITIVE_FIGURES.map((figure) => `    ${figure}: ${sum(figure)},`).join('\n');
}
