import type { Result } from '../../output/result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { findUser } from './find-user.ts';
import type { ROLE_FLAGS } from './user-flags.ts';

export async function run(context: Context, { args: [name = ''], flags }: Input<typeof ROLE_FLAGS>): Promise<Result> {
  const plane = await openPlane(context, flags);
  const { user_id: user } = await findUser(plane, name);
  const { bytes, data } = await plane.call('management.users.change_role', {
    ids: { user },
    body: { role: flags.role },
  });
  return { kind: 'document', document: bytes, text: () => `The user ${data.name} has the role ${data.role}.` };
}
