import type { LimitedCaller } from './limit-node.ts';

/** A call that was admitted, as the log records it. */
export interface LoggedCall {
  readonly requestId: string;
  readonly admittedMs: number;
  /** The end in Unix milliseconds; the time of admission if the call has no ending. */
  readonly endedMs: number;
  readonly caller: LimitedCaller;
  /** Tags by name. */
  readonly tags: Readonly<Record<string, string>>;
  /** Undefined where nobody knows. */
  readonly tokens: number | undefined;
  readonly nanos: number | undefined;
  /** True if the gateway estimated the usage. */
  readonly isEstimate: boolean;
  /** The tokens that were reserved for it, if it was under limits then. */
  readonly reservedTokens: number | undefined;
  readonly reservedNanos: number | undefined;
  /**
   * The factor by which a limit of money charges more than `nanos`, because the call was served at a more expensive
   * tier.
   */
  readonly factor: number;
}
