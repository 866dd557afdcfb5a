import type { RunningProcess } from '../processes/engine-process.ts';

/** An engine that the launcher runs. */
export interface EmbeddedEngine extends RunningProcess {
  /** The address for its clients; `host:port` for Temporal. */
  readonly url: string;
  /** True if a living engine of an earlier launcher was taken over. */
  readonly adopted: boolean;
}
