import type { LimitedCaller } from './limit-node.ts';

/** An admitted call in the log. */
export interface LoggedCall {
  readonly requestId: string;
  readonly admittedMs: number;
  /** The end in Unix milliseconds; the time of admission if the log contains no end. */
  readonly endedMs: number;
  readonly caller: LimitedCaller;
  /** Tags by name. */
  readonly tags: Readonly<Record<string, string>>;
  /** The used tokens; undefined if unknown. */
  readonly tokens: number | undefined;
  readonly nanos: number | undefined;
  /** True if the gateway estimated the usage. */
  readonly isEstimate: boolean;
  /** The reserved tokens; undefined if no limit of tokens applied to the call. */
  readonly reservedTokens: number | undefined;
  readonly reservedNanos: number | undefined;
  /** The factor by which a limit of money multiplies `nanos`, because the call was served at a more expensive tier. */
  readonly factor: number;
}
