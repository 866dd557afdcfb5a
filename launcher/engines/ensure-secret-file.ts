import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '../../runtime/replace-file.ts';

/** Reads the secret in the file `path` (mode 0600), which the first call creates: 256 bits, safe in URLs. */
export function ensureSecretFile(path: string): string {
  if (!existsSync(path)) replaceFile(path, `${randomBytes(32).toString('hex')}\n`, 0o600);
  return readFileSync(path, 'utf8').trim();
}
