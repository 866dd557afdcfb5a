import { CommandFault, usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import { fitCalibration, stateText } from '../../plane/fit-calibration.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import { unfinishedResult } from '../../plane/unfinished-result.ts';
import { fitWindow } from '../../plane/window.ts';
import { workspaceOf } from '../../plane/workspace-of.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { FIT_FLAGS } from './quality-flags.ts';
import { unitsText } from './units-text.ts';

type FitInput = Input<typeof FIT_FLAGS>;

export async function run(context: Context, { flags }: FitInput): Promise<Result> {
  refuseHeldFlags(flags);
  if (flags.fingerprint !== undefined)
    throw new CommandFault('usage', '--fingerprint does not apply to this command.', {
      why: 'the policy epoch of a fit is that of the configuration file of the worker that fits',
      next: 'leave --fingerprint out; tt quality reliability <artifact-id> --json shows the fingerprint of a fit',
    });
  const window = windowOf(context, flags);
  const plane = await openPlane(context, flags);
  const { confidence, 'min-n': minN, 'wait-timeout': timeoutMs } = flags;
  const ended = await fitCalibration(
    context,
    plane,
    {
      kind: 'quality',
      ...workspaceOf(plane, flags),
      ...window,
      ...(confidence !== undefined && { confidence }),
      ...(minN !== undefined && { min_n: minN }),
    },
    timeoutMs,
  );
  if ('started' in ended) return unfinishedResult(ended.started.bytes, ended.id, `tt quality reliability ${ended.id}`);
  const { bytes, data } = ended.detail;
  const { artifact, calibration } = data;
  return {
    kind: 'document',
    document: bytes,
    text: (screen) =>
      [stateText(data), ...(artifact === undefined ? [] : [unitsText(artifact.units, screen)])].join('\n'),
    notes: calibration.state === 'candidate' ? [`Nothing uses it yet: tt quality activate ${ended.id}`] : [],
    ...(calibration.state === 'refused' && { exit: 'refused' as const }),
  };
}

function windowOf(context: Context, { since, until, now }: FitInput['flags']): ReturnType<typeof fitWindow> {
  if (now !== undefined && until !== undefined && until > now)
    throw usageFault('--until is after --now. A fit reads no rows of its future.', 'choose an earlier --until');
  return fitWindow(since, until ?? now, now ?? context.now());
}
