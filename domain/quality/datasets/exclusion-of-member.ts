import type { Exclusion } from '../../insight/exclusion.ts';
import type { DatasetMember } from './dataset-member.ts';
import type { MemberExclusion } from './member-exclusion.ts';

/** The facts that decide the present state of members of one workspace. */
export interface ExclusionFacts {
  /** The retention horizon in milliseconds since 1970; undefined if nothing has expired. */
  readonly keepsFromMs: number | undefined;
  /** The instant before which facts are erased from the disks, in milliseconds since 1970; undefined if none are. */
  readonly erasedBeforeMs: number | undefined;
  readonly exclusions: readonly Exclusion[];
  /** The requests that facts contain. */
  readonly presentIds: ReadonlySet<string>;
}

/**
 * The present state of a member. Of several reasons, the one that is hardest to undo counts. A request that a build
 * appended is never missing: the service has its line, and loads it within seconds.
 * @param isErased true if an erasure of its user removed the member
 */
export function exclusionOfMember(member: DatasetMember, isErased: boolean, facts: ExclusionFacts): MemberExclusion {
  const { admittedAtMs: atMs, environmentId } = member;
  if (isErased || atMs < (facts.erasedBeforeMs ?? -Infinity)) return 'erased';
  if (atMs < (facts.keepsFromMs ?? -Infinity)) return 'expired';
  const isExcluded = facts.exclusions.some(
    ({ environmentIds, from, to }) =>
      environmentIds.includes(environmentId) && atMs >= from.getTime() && atMs < to.getTime(),
  );
  if (isExcluded) return 'excluded';
  return member.kind === 'captured' && !facts.presentIds.has(member.requestId) ? 'missing' : 'none';
}
