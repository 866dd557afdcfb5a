import type { Result } from '../../output/result.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { DECOMMISSION_FLAGS } from './fleet-flags.ts';

export async function run(
  context: Context,
  { args: [name = ''], flags }: Input<typeof DECOMMISSION_FLAGS>,
): Promise<Result> {
  refuseHeldFlags({ config: flags.config });
  const plane = await openPlane(context, flags);
  const { bytes, data } = await plane.call('management.fleet.decommission', { ids: { process: name } });
  return {
    kind: 'document',
    document: bytes,
    text: () => `The process ${data.name} is ${data.state}.`,
  };
}
