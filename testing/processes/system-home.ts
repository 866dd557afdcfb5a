import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the cluster that root's helper account keeps outside a folder of Postgres, where there is one. */
export function removeSystemHome(postgresFolder: string): void {
  const note = join(postgresFolder, 'location');
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
}
