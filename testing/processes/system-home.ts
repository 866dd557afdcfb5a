import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the cluster that is outside the folder of Postgres. It exists if root started Postgres. */
export function removeSystemHome(postgresFolder: string): void {
  const note = join(postgresFolder, 'location');
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
}
