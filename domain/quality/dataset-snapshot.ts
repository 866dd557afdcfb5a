import type { MemberExclusion } from './datasets/member-exclusion.ts';
import type { MemberKind } from './datasets/member-kind.ts';

/** A member of a dataset: a reference to a request. */
export interface DatasetItem {
  /** The logical id of the request, unique in the workspace. */
  readonly requestId: string;
  /** The instant of admission, in milliseconds since 1970. */
  readonly admittedAtMs: number;
  /** The segment of the request when it became a member; may be empty. */
  readonly segment: string;
  readonly kind: MemberKind;
  /** SHA-256 of the captured request in hexadecimal; empty if its text was not captured. */
  readonly contentHash: string;
  readonly exclusion: MemberExclusion;
  readonly annotations: Readonly<Record<string, string>>;
}

/** One version of a dataset, with the present state of each member. */
export interface DatasetSnapshot {
  readonly datasetId: string;
  readonly version: number;
  readonly workspaceId: string;
  /** SHA-256 of the members and their annotations, in hexadecimal. */
  readonly digest: string;
  /** The members in their order. */
  readonly items: readonly DatasetItem[];
  /** False if a member is synthetic or imported. */
  readonly isFitEligible: boolean;
}
