import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandFault } from '../output/command-fault.ts';

/** The package with the programs of a system: API, worker, gateway, launcher and doctor. */
const SERVER_PACKAGE = '@truetally/server';

/**
 * The folder of the server package: the one that the working folder uses, or else the one that was installed with `tt`.
 * A checkout of the product is also such a folder.
 *
 * @param starts folders, each of which is searched with the folders above it
 * @throws CommandFault `usage` with the command that installs the package
 */
export function findServer(starts: readonly string[]): string {
  for (const start of starts) {
    for (const folder of [start, ...foldersAbove(start)]) {
      if (isServer(folder)) return realpathSync(folder);
      const installed = join(folder, 'node_modules', SERVER_PACKAGE);
      if (isServer(installed)) return realpathSync(installed);
    }
  }
  throw new CommandFault('usage', `The command needs the package ${SERVER_PACKAGE}, and it is not installed.`, {
    why: `it is neither in ${starts[0] ?? ''} or a folder above, nor beside tt`,
    next: `npm install ${SERVER_PACKAGE}`,
    code: 'server_missing',
  });
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

function isServer(folder: string): boolean {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return false;
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { name?: unknown }).name === SERVER_PACKAGE;
  } catch {
    // A damaged manifest belongs to another project.
    return false;
  }
}
