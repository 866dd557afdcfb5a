import type { LimitedCaller } from './limit-node.ts';

/** A call that was let in, as the log tells of it. */
export interface LoggedCall {
  readonly requestId: string;
  readonly admittedMs: number;
  /** As it was let in, where it has no ending. */
  readonly endedMs: number;
  readonly caller: LimitedCaller;
  /** By name. */
  readonly tags: Readonly<Record<string, string>>;
  /** Undefined where nobody knows. */
  readonly tokens: number | undefined;
  readonly nanos: number | undefined;
  /** Whether the gateway estimated what was used. */
  readonly isEstimate: boolean;
  /** What was reserved for it, where it was under limits then. */
  readonly reservedTokens: number | undefined;
  readonly reservedNanos: number | undefined;
  /** By how much a limit of money charges more than `nanos`: it was served at a dearer tier. */
  readonly factor: number;
}
