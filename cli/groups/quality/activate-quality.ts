import type { Result } from '../../output/result.ts';
import { activateCalibration } from '../../plane/activate-calibration.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { QUALITY_FLAGS } from './quality-flags.ts';

export async function run(context: Context, { args: [id = ''], flags }: Input<typeof QUALITY_FLAGS>): Promise<Result> {
  refuseHeldFlags(flags);
  return await activateCalibration(await openPlane(context, flags), id, 'quality');
}
