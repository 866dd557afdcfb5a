import type { MemberKind } from './member-kind.ts';

/** A member of a dataset as it is stored, without its present state. */
export interface DatasetMember {
  readonly requestId: string;
  readonly environmentId: string;
  readonly admittedAtMs: number;
  readonly kind: MemberKind;
  /** The segment of the request; may be empty. */
  readonly segment: string;
  /** SHA-256 of the captured request in hexadecimal; empty if its text was not captured. */
  readonly contentHash: string;
  /** True if the complete answer was captured when the request became a member. */
  readonly hasAnswer: boolean;
  readonly annotations: Readonly<Record<string, string>>;
}
