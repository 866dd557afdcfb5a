import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '../../runtime/replace-file.ts';

/** The secret kept in `path` (mode 0600), made at the first call. URL-safe, 256 bits. */
export function keptSecret(path: string): string {
  if (!existsSync(path)) replaceFile(path, `${randomBytes(32).toString('hex')}\n`, 0o600);
  return readFileSync(path, 'utf8').trim();
}
