import type { Result } from '../../output/result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { refuseWithoutKey } from '../../plane/refuse-without-key.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { oneTimeResult } from './one-time-result.ts';
import type { ROLE_FLAGS } from './user-flags.ts';

export async function run(context: Context, { args: [name = ''], flags }: Input<typeof ROLE_FLAGS>): Promise<Result> {
  const { role } = flags;
  refuseWithoutKey(context, flags, ['user', 'add', '--name', name, '--role', role]);
  const plane = await openPlane(context, flags);
  const { bytes, data } = await plane.call('management.users.create', { body: { name, role } });
  return oneTimeResult(bytes, data);
}
