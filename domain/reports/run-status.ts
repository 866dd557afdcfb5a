import type { RunState } from './report-run.ts';

/** The status of a run, from its row. Every step of a run returns it, even if another step made the last change. */
export interface RunStatus {
  readonly state: RunState;
  /** The number of attempts so far. */
  readonly attempt: number;
  /** The failure code; empty unless the run failed. */
  readonly failureCode: string;
  /** The sentence that the owner reads; absent unless the run failed, and in workflow histories of earlier versions. */
  readonly failureDetail?: string;
}

/**
 * The result of an attempt: the status of the run, and the digest and size of a stored answer, never its content. The
 * sizes are those without values of dimensions.
 */
export interface AttemptStatus extends RunStatus {
  /** The digest as `sha256:…`; empty unless an answer is stored. */
  readonly artifactDigest: string;
  readonly groupCount: number;
  readonly byteCount: number;
}
