import type { DatasetMember } from './dataset-member.ts';

/** The numbers of candidates that were omitted, because an earlier member is the same request or has the same text. */
export interface DuplicateCounts {
  readonly requests: number;
  readonly contents: number;
}

/** The members among some candidates. */
export interface DistinctMembers {
  readonly members: readonly DatasetMember[];
  readonly duplicates: DuplicateCounts;
}

/**
 * The candidates in their order, each request and each captured text once. Requests without a captured text are never
 * equal in content.
 * @param known members that are there already
 */
export function distinctMembers(
  candidates: readonly DatasetMember[],
  known: readonly DatasetMember[] = [],
): DistinctMembers {
  const requestIds = new Set(known.map(({ requestId }) => requestId));
  const hashes = new Set(known.map(({ contentHash }) => contentHash).filter((hash) => hash !== ''));
  const members: DatasetMember[] = [];
  let requests = 0;
  let contents = 0;
  for (const candidate of candidates) {
    const { requestId, contentHash } = candidate;
    if (requestIds.has(requestId)) requests += 1;
    else if (hashes.has(contentHash)) contents += 1;
    else {
      requestIds.add(requestId);
      if (contentHash !== '') hashes.add(contentHash);
      members.push(candidate);
    }
  }
  return { members, duplicates: { requests, contents } };
}
