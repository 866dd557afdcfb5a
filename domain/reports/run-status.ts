import type { RunState } from './report-run.ts';

/** The state of a run in its row. Every step of a run returns it, also if another step changed the row last. */
export interface RunStatus {
  readonly state: RunState;
  /** Worker tries so far. */
  readonly attempt: number;
  /** Empty unless failed. */
  readonly failureCode: string;
  /** The sentence that the owner reads; absent unless failed, and in histories of earlier versions. */
  readonly failureDetail?: string;
}

/** The result of an attempt: the status, and the digest and size of a stored answer, never its content. */
export interface AttemptStatus extends RunStatus {
  /** `sha256:…`; empty unless an answer is stored. */
  readonly artifactDigest: string;
  readonly groupCount: number;
  readonly byteCount: number;
}
