import type { Result } from '../../output/result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import type { PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { confirm } from '../../prompts/confirm.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';

export async function run(context: Context, { args: [tok = ''], flags }: Input<typeof PLANE_FLAGS>): Promise<Result> {
  const plane = await openPlane(context, flags);
  await confirm(context, `Revoking ${tok} ends it permanently, with the keys that it made. Revoke it?`);
  const { bytes, data } = await plane.call('management.tokens.revoke', { ids: { tok } });
  return { kind: 'document', document: bytes, text: () => `The key ${data.token_id} (${data.label}) is revoked.` };
}
