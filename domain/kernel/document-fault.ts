/** The path of a part in a document: names of members and indexes of items, from the root. */
export type DocumentPath = readonly (string | number)[];

/** The fault of one part of a document: `detail` continues after the name of the part, without a full stop. */
export interface DocumentFault {
  readonly path: DocumentPath;
  readonly detail: string;
}

/** A place as people write it: `evals.evaluators[0].judge`; empty for the whole document. */
export function pathText(path: DocumentPath): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}

/** True if the outer path holds the other, or is equal. */
export function isWithinPath(path: DocumentPath, outer: DocumentPath): boolean {
  return outer.every((step, index) => path[index] === step);
}
