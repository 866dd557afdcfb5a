import type { ManagementUser } from '../../../clients/typescript/management/wire.ts';
import { CommandFault } from '../../output/command-fault.ts';
import type { Plane } from '../../plane/open-plane.ts';

/**
 * The present user with a name.
 *
 * @throws CommandFault `not_found` if there is none
 */
export async function findUser(plane: Plane, name: string): Promise<ManagementUser> {
  let cursor: string | undefined;
  do {
    const { data } = await plane.call('management.users.list', { query: { limit: '100', cursor } });
    const found = data.users.find((user) => user.name === name);
    if (found !== undefined) return found;
    cursor = data.next_cursor;
  } while (cursor !== '');
  throw new CommandFault('not_found', `There is no user ${name}.`, { next: 'tt user list' });
}
