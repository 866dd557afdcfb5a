import type { Result } from '../../output/result.ts';
import { stateText } from '../../plane/fit-calibration.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import { workspaceOf } from '../../plane/workspace-of.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { QUALITY_FLAGS } from './quality-flags.ts';
import { unitsText } from './units-text.ts';

export async function run(context: Context, { args: [id], flags }: Input<typeof QUALITY_FLAGS>): Promise<Result> {
  refuseHeldFlags(flags);
  const plane = await openPlane(context, flags);
  if (id !== undefined) {
    const { bytes, data } = await plane.call('management.calibrations.get', { ids: { calibration: id } });
    const { artifact, warnings } = data;
    return {
      kind: 'document',
      document: bytes,
      text: (screen) =>
        [stateText(data), ...(artifact === undefined ? [] : [unitsText(artifact.units, screen)])].join('\n'),
      notes: warnings.map(({ code, text }) => `${code}: ${text}`),
    };
  }
  const { bytes, data } = await plane.call('management.quality.reliability', { query: workspaceOf(plane, flags) });
  const { calibration_id: active, fitted_at: fittedAt, refusal, units } = data;
  return {
    kind: 'document',
    document: bytes,
    text: (screen) =>
      refusal !== null || active === null
        ? `Cannot measure: ${refusal?.text ?? 'no calibration is active.'}`
        : [`Calibration ${active}, fitted ${fittedAt ?? ''}`, unitsText(units, screen)].join('\n'),
  };
}
