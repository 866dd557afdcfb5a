import type { Result } from '../../output/result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import type { PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { confirm } from '../../prompts/confirm.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { findUser } from './find-user.ts';

export async function run(context: Context, { args: [name = ''], flags }: Input<typeof PLANE_FLAGS>): Promise<Result> {
  const plane = await openPlane(context, flags);
  await confirm(context, `Removing ${name} ends the sessions and keys of the user. Remove the user?`);
  const { user_id: user } = await findUser(plane, name);
  const { bytes, data } = await plane.call('management.users.remove', { ids: { user } });
  return { kind: 'document', document: bytes, text: () => `The user ${data.name} is removed.` };
}
