import type { Result } from '../../output/result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { keyResult } from './key-result.ts';
import type { ROTATE_FLAGS } from './keys-flags.ts';

export async function run(context: Context, { args: [kid = ''], flags }: Input<typeof ROTATE_FLAGS>): Promise<Result> {
  const plane = await openPlane(context, flags);
  const { bytes, data } = await plane.call('management.keys.rotate', {
    ids: { kid },
    body: { grace_minutes: flags.grace },
  });
  const { key_id: id, expires_at: end, revoked_at: revoked } = data.predecessor;
  return keyResult(bytes, data, [
    revoked === undefined ? `The key ${id} is valid until ${end ?? ''}.` : `The key ${id} is revoked.`,
  ]);
}
