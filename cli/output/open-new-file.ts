import { openSync } from 'node:fs';
import { CommandFault } from './command-fault.ts';

/**
 * The descriptor of a new file that only this user can read. An existing file is never replaced.
 *
 * @throws CommandFault `usage` if the file exists or cannot be created
 */
export function openNewFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'the file exists' : `of ${code ?? 'an unknown error'}`;
    throw new CommandFault('usage', `The file ${path} cannot be created.`, { why, next: 'name another file' });
  }
}
