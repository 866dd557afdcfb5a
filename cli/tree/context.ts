import type { Environment } from '../settings/environment.ts';
import type { Progress } from '../output/progress.ts';
import type { Settings } from '../settings/settings.ts';
import type { GlobalValues } from './global-flags.ts';

/** The parts of the process that commands use. */
export interface Context {
  readonly env: Environment;
  readonly cwd: string;
  readonly now: () => Date;
  readonly globals: GlobalValues;
  /** The addresses, ids and keys of the profile, the environment and a local installation. */
  readonly settings: Settings;
  /** The bytes of standard input. */
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  readonly progress: Progress;
  /** Writes a line to standard error, unless `--quiet` is set. */
  readonly note: (text: string) => void;
  /** Writes a line to standard error with `--debug`. */
  readonly debug: (text: string) => void;
  /** A signal that Ctrl-C aborts. */
  readonly signal: AbortSignal;
}
