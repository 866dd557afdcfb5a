import type { Result } from '../../output/result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import type { PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { confirm } from '../../prompts/confirm.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';

export async function run(context: Context, { args: [kid = ''], flags }: Input<typeof PLANE_FLAGS>): Promise<Result> {
  const plane = await openPlane(context, flags);
  await confirm(context, `Revoking ${kid} ends it permanently. Revoke it?`);
  const { bytes, data } = await plane.call('management.keys.revoke', { ids: { kid } });
  return {
    kind: 'document',
    document: bytes,
    text: () => `The key ${data.key_id} of ${data.owner} is revoked.`,
    notes: ['No gateway process sends a new call of the key after 30 seconds. Calls in flight can end.'],
  };
}
