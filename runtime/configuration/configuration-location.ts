import { resolve } from 'node:path';

/** The default file, in the working directory of the process. */
const DEFAULT_NAME = 'tokentriage.yaml';

/** The location of the configuration file. */
export interface ConfigurationLocation {
  /** Absolute. */
  readonly path: string;
  /** True if the path was set explicitly: the file must then exist. */
  readonly isNamed: boolean;
}

/** The location that is set, or else the default one. */
export function configurationLocation(named: string | undefined): ConfigurationLocation {
  return { path: resolve(named ?? DEFAULT_NAME), isNamed: named !== undefined };
}
