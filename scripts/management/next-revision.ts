import { isDeepStrictEqual } from 'node:util';

/** A description, reduced to its version. */
export interface Described {
  readonly info: { readonly version: string };
}

/**
 * The revision of a description within its epoch: that of the committed one, plus one if the two differ in more than
 * their versions. The first of an epoch is 0.
 */
export function nextRevision(epoch: number, committed: Described | undefined, made: Described): number {
  const [before, revision] = (committed?.info.version ?? '').split('.').map(Number);
  if (committed === undefined || before !== epoch || revision === undefined) return 0;
  return isDeepStrictEqual(withoutVersion(committed), withoutVersion(made)) ? revision : revision + 1;
}

function withoutVersion({ info, ...rest }: Described): object {
  return { ...rest, info: { ...info, version: '', 'x-product-version': '' } };
}
