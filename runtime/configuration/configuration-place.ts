import { resolve } from 'node:path';

/** The file that is looked for in the folder of the process where nobody names one. */
const DEFAULT_NAME = 'tokentriage.yaml';

/** Where the configuration file is looked for. */
export interface ConfigurationPlace {
  /** Absolute. */
  readonly path: string;
  /** Whether somebody named it: then it has to be there. */
  readonly isNamed: boolean;
}

/** The place that is named, or else the default one. */
export function configurationPlace(named: string | undefined): ConfigurationPlace {
  return { path: resolve(named ?? DEFAULT_NAME), isNamed: named !== undefined };
}
