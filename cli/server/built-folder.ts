import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the built command line, with `tt.cjs` and the rendered pages. */
export function builtFolder(): string {
  const { dirname: own } = import.meta;
  // The bundler puts this module into the folder itself or into its parts.
  return existsSync(join(own, 'tt.cjs')) ? own : dirname(own);
}
