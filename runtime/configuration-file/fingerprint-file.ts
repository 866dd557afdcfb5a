import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ConfigurationPlace } from './configuration-place.ts';

/** What tells one state of a configuration file from another; of one that cannot be read, why. It never rejects. */
export function fingerprintFile({ path }: ConfigurationPlace): Promise<string> {
  return readFile(path).then(
    (bytes) => createHash('sha256').update(bytes).digest('hex'),
    (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error),
  );
}
