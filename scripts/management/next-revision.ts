import { isDeepStrictEqual } from 'node:util';

/** A description, as far as its version is concerned. */
export interface Described {
  readonly info: { readonly version: string };
}

/**
 * The revision of a description within its epoch: one more than that of the committed one where the two differ in
 * anything but their versions, and 0 for the first of an epoch.
 */
export function nextRevision(epoch: number, committed: Described | undefined, made: Described): number {
  const [before, revision] = (committed?.info.version ?? '').split('.').map(Number);
  if (committed === undefined || before !== epoch || revision === undefined) return 0;
  return isDeepStrictEqual(withoutVersion(committed), withoutVersion(made)) ? revision : revision + 1;
}

function withoutVersion({ info, ...rest }: Described): object {
  return { ...rest, info: { ...info, version: '', 'x-product-version': '' } };
}
