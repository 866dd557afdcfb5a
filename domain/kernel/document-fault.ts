/** The path of a part of a document, from the root: member names and item indexes. */
export type DocumentPath = readonly (string | number)[];

/**
 * The fault of one part of a document. `detail` continues the sentence that begins with the name of the part, and has
 * no full stop.
 */
export interface DocumentFault {
  readonly path: DocumentPath;
  readonly detail: string;
}

/** A path in the notation that people write: `evals.evaluators[0].judge`; empty for the complete document. */
export function pathText(path: DocumentPath): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}

/** True if `outer` is an ancestor of `path`, or equal to it. */
export function isWithinPath(path: DocumentPath, outer: DocumentPath): boolean {
  return outer.every((step, index) => path[index] === step);
}
