import type { CallWindow } from '../call-window.ts';
import type { LogFile } from '../find-log-files.ts';
import type { LogPart } from '../scan/plan-parts.ts';
import { readFileIndex } from './file-index.ts';
import { isWithin, type IndexedPart } from './indexed-part.ts';

/** A function that finds the counts of a part in an index; undefined if the part has to be read. */
export function createFindIndexed(folder: string, window: CallWindow): (part: LogPart) => IndexedPart | undefined {
  let last: { readonly file: LogFile; readonly parts: readonly IndexedPart[] } | undefined;
  return ({ file, from, to }) => {
    if (last?.file !== file) {
      const found = readFileIndex(folder, file);
      last = { file, parts: found.state === 'current' ? found.parts : [] };
    }
    const part = last.parts.find((each) => each.from === from && (each.to ?? Number.POSITIVE_INFINITY) === to);
    return part !== undefined && isWithin(part, window) ? part : undefined;
  };
}
