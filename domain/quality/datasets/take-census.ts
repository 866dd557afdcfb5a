import type { DatasetMember } from './dataset-member.ts';

/** The counts of a version, taken when it was made. */
export interface DatasetCensus {
  readonly items: number;
  readonly syntheticItems: number;
  readonly importedItems: number;
  /** Members whose request and complete answer were captured. */
  readonly capturedBodies: number;
  /** Members whose request was captured. */
  readonly capturedRequests: number;
  /** False if a member is synthetic or imported: nothing may be fitted to it. */
  readonly isFitEligible: boolean;
}

/** The census of some members. */
export function takeCensus(members: readonly DatasetMember[]): DatasetCensus {
  const count = (isCounted: (member: DatasetMember) => boolean): number => members.filter(isCounted).length;
  const syntheticItems = count(({ kind }) => kind === 'synthetic');
  const importedItems = count(({ kind }) => kind === 'imported');
  return {
    items: members.length,
    syntheticItems,
    importedItems,
    capturedBodies: count(({ contentHash, hasAnswer }) => contentHash !== '' && hasAnswer),
    capturedRequests: count(({ contentHash }) => contentHash !== ''),
    isFitEligible: syntheticItems + importedItems === 0,
  };
}
