import { resolve } from 'node:path';

/** The file that is looked for in the folder of the process where nobody names one. */
const DEFAULT_NAME = 'tokentriage.yaml';

/** The location of the configuration file. */
export interface ConfigurationLocation {
  /** Absolute. */
  readonly path: string;
  /** True if the path was set explicitly: the file must then exist. */
  readonly isNamed: boolean;
}

/** The place that is named, or else the default one. */
export function configurationLocation(named: string | undefined): ConfigurationLocation {
  return { path: resolve(named ?? DEFAULT_NAME), isNamed: named !== undefined };
}
