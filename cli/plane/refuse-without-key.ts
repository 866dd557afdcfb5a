import { CommandFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';
import type { PlaneFlags } from './plane-flags.ts';
import { planeSettings } from './plane-settings.ts';

/**
 * Refuses a command that makes a user or a key while there is no key at all. The first ones are made in the database,
 * because nobody can vouch for them over the API.
 *
 * @param words the words of the operator command that makes the first one
 * @throws CommandFault `refused` with this command
 */
export function refuseWithoutKey(context: Context, flags: PlaneFlags, words: readonly string[]): void {
  const settings = planeSettings(context, flags['state-dir']);
  if (flags['management-key-stdin'] || settings.keyOrigin('plane') !== undefined) return;
  throw new CommandFault('refused', 'The command needs the key of an admin, TRUETALLY_PLANE_KEY.', {
    why: 'without a key, only the database can make the first user and the first key',
    next: ['npm run operator --', ...words.map(quoted)].join(' '),
    code: 'no_admin_key',
  });
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
