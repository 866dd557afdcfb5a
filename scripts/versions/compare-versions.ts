import { breakingChanges, type Contract } from './breaking-changes.ts';

/** A document at one time: a release, a commit or the working tree. */
export interface DocumentVersion {
  /** The time in a sentence, such as `release 0.2.0`. */
  readonly at: string;
  readonly contract: Contract;
}

/** The result of comparing the versions of a document. */
interface VersionComparison {
  /** The breaking changes that the newest version still has. */
  readonly broken: readonly string[];
  /** The breaking changes that a new epoch permits. */
  readonly informed: readonly string[];
  /** Every breaking change between two of the versions, accepted or not. */
  readonly found: ReadonlySet<string>;
}

/**
 * Compares each version with the one before it. A version with a breaking change promises nothing: later versions are
 * compared with its predecessor until the change is taken back, accepted, or part of a new epoch. A break therefore
 * stays visible in later commits, and a document that was repaired passes.
 *
 * @param versions the versions of one document, oldest first
 * @param accepted the accepted changes, each with its reason
 */
export function compareVersions(
  [first, ...later]: readonly DocumentVersion[],
  accepted: Readonly<Record<string, string>>,
): VersionComparison {
  const informed: string[] = [];
  const found = new Set<string>();
  if (first === undefined) return { broken: [], informed, found };
  let kept = first;
  let broken: string[] = [];
  for (const next of later) {
    const changes = breakingChanges(kept.contract, next.contract);
    const isNewEpoch = epochOf(kept.contract) !== epochOf(next.contract);
    const between = `(from ${kept.at} to ${next.at})`;
    for (const change of changes) found.add(change);
    if (isNewEpoch) informed.push(...changes.map((change) => `${change} ${between}`));
    broken = changes
      .filter((change) => !isNewEpoch && accepted[change] === undefined)
      .map((change) => `${change} ${between}`);
    if (broken.length === 0) kept = next;
  }
  return { broken, informed, found };
}

/** The number before the first dot of the version. Within an epoch, documents only grow. */
function epochOf({ info }: Contract): string {
  return info.version.split('.', 1).join('');
}
