import type { Result } from '../../output/result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { chooseEnvironment } from './choose-environment.ts';
import { keyResult } from './key-result.ts';
import type { MINT_FLAGS } from './keys-flags.ts';

export async function run(context: Context, { flags }: Input<typeof MINT_FLAGS>): Promise<Result> {
  const plane = await openPlane(context, flags);
  const { owner, label, models, providers, endpoints, expiry } = flags;
  const { bytes, data } = await plane.call('management.keys.mint', {
    body: {
      owner,
      label,
      environment_id: await chooseEnvironment(plane, flags.environment),
      // The API takes the absence of a list as no restriction, and refuses an empty one.
      ...(models.length > 0 && { models }),
      ...(providers.length > 0 && { providers }),
      ...(endpoints.length > 0 && { endpoints }),
      ...(flags['allow-passthrough'] && { allow_passthrough: true }),
      ...(expiry !== undefined && { expires_at: new Date(context.now().getTime() + expiry).toISOString() }),
    },
  });
  return keyResult(bytes, data, []);
}
