import type { RunningProcess } from '../processes/engine-process.ts';

/** An engine that the platform runs by itself. */
export interface EmbeddedEngine extends RunningProcess {
  /** What its clients are given; the address `host:port` for Temporal. */
  readonly url: string;
  /** Whether a living engine of an earlier launcher was taken over. */
  readonly adopted: boolean;
}
