import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the cluster outside a folder of Postgres, which exists if root has started Postgres. */
export function removeSystemHome(postgresFolder: string): void {
  const note = join(postgresFolder, 'location');
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
}
