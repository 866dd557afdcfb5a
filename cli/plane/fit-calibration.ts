import type { CalibrationDetail } from '../../clients/typescript/management/wire.ts';
import { CommandFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';
import { follow } from '../service/follow.ts';
import type { Plane, PlaneAnswer } from './open-plane.ts';

/** A fit that ended, or one that the command no longer waits for. */
export type EndedFit =
  | { readonly id: string; readonly detail: PlaneAnswer<'management.calibrations.get'> }
  | { readonly id: string; readonly started: PlaneAnswer<'management.calibrations.fit'> };

/** Starts a fit, and follows it until its result appears. */
export async function fitCalibration(
  context: Context,
  plane: Plane,
  body: object,
  timeoutMs: number,
): Promise<EndedFit> {
  const started = await plane.call('management.calibrations.fit', { body });
  const { calibration_id: id } = started.data;
  context.note(`The fit ${id} has started. It continues if you stop waiting.`);
  const detail = await follow(context, {
    timeoutMs,
    ask: () => findCalibration(plane, id),
    hasEnded: (found) => found !== undefined,
    describe: () => `waiting for the fit ${id}`,
  });
  return detail === undefined ? { id, started } : { id, detail };
}

/** A fit appears with its result, and not before. */
async function findCalibration(
  plane: Plane,
  calibration: string,
): Promise<PlaneAnswer<'management.calibrations.get'> | undefined> {
  try {
    return await plane.call('management.calibrations.get', { ids: { calibration } });
  } catch (error) {
    if (error instanceof CommandFault && error.exit === 'not_found') return undefined;
    throw error;
  }
}

/** The state of a calibration in one line, with the reason of a refused fit. */
export function stateText({ calibration }: Pick<CalibrationDetail, 'calibration'>): string {
  const { calibration_id: id, state, refusal, passed_units: passed, units } = calibration;
  return refusal === undefined
    ? `Calibration ${id} is ${state}: ${passed} of ${units} units passed their gates.`
    : `Calibration ${id} is refused (${refusal.code}): ${refusal.text}${needText(refusal)}`;
}

function needText({ need, have }: { readonly need?: number; readonly have?: number }): string {
  return need === undefined || have === undefined ? '' : ` It needs ${need} and has ${have}.`;
}
