/** Where something stands in a document: names of members and indexes of items, from the root. */
export type Path = readonly (string | number)[];

/** What is wrong at one place of a document: `detail` goes on after the name of the place, without a full stop. */
export interface PlacedFault {
  readonly path: Path;
  readonly detail: string;
}

/** A place as people write it: `evals.evaluators[0].judge`; empty for the whole document. */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}

/** Whether the one place holds the other, or is it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}
