import type { RunState } from './report-run.ts';

/** Where a run stands, as its row says: what every step of a run returns, whoever moved the row last. */
export interface RunStatus {
  readonly state: RunState;
  /** Worker tries so far. */
  readonly attempt: number;
  /** Empty unless failed. */
  readonly failureCode: string;
  /** The sentence that the owner reads; absent unless failed, and in histories of earlier versions. */
  readonly failureDetail?: string;
}

/** What an attempt returns: the status, and of a stored answer its digest and its size, never its content. */
export interface AttemptStatus extends RunStatus {
  /** `sha256:…`; empty unless an answer is stored. */
  readonly artifactDigest: string;
  readonly groupCount: number;
  readonly byteCount: number;
}
