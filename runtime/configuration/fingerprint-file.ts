import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { ConfigurationLocation } from './configuration-location.ts';
import { MAX_CONFIGURATION_BYTES } from './load-configuration-file.ts';

/** The fingerprint of a configuration file's state; for an unreadable file, the reason. It never rejects. */
export async function fingerprintFile({ path }: ConfigurationLocation): Promise<string> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return 'not a regular file';
    const { size, mtimeMs } = stats;
    // A file above the limit is refused for any content, so its content is not read.
    if (size > MAX_CONFIGURATION_BYTES) return `${size} bytes at ${mtimeMs}`;
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
