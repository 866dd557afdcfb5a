import type { Path, PlacedFault } from '../../kernel/placed-fault.ts';
import { modelFamily } from '../../models/model-family.ts';
import { seatTarget } from './seat-target.ts';
import type { EvalsBlock, EvaluatorEntry, PanelSeat } from './evals-block.ts';
import { EVALS_DEFAULTS } from './evals-settings.ts';

/** Why a block that has no faults cannot be composed by this version: by entry and in the order of the entries, and then what nobody would read. */
export function findCompositionRefusals({ evaluators = [], calibration, drift }: EvalsBlock): PlacedFault[] {
  return [
    ...evaluators.flatMap((entry, index) =>
      entry === undefined ? [] : refusalsOf(entry, ['evals', 'evaluators', index]),
    ),
    ...calibrationRefusals(calibration),
    ...driftRefusals(drift),
  ];
}

/** A calibration that is switched off asks for nothing, and is composed. */
function calibrationRefusals(calibration: EvalsBlock['calibration']): PlacedFault[] {
  const { enabled, ...claimed } = calibration?.quality ?? {};
  const asked = [...(enabled === true ? ['enabled'] : []), ...Object.keys(claimed)];
  const detail = 'cannot be composed: this version fits no calibration and would read it nowhere. Leave it out';
  return asked.map((name) => ({ path: ['evals', 'calibration', 'quality', name], detail }));
}

function driftRefusals(drift: EvalsBlock['drift']): PlacedFault[] {
  if ((drift?.detectors ?? []).length === 0) return [];
  const detail = 'cannot be composed: this version looks for no drift and would read it nowhere. Leave it out';
  return [{ path: ['evals', 'drift', 'detectors'], detail }];
}

function refusalsOf({ judge, sidecar, sidecar_judge: sidecarJudge }: EvaluatorEntry, path: Path): PlacedFault[] {
  if (sidecar !== undefined) {
    return [{ path: [...path, 'sidecar'], detail: 'cannot be composed: this version asks no scorer service' }];
  }
  if (sidecarJudge !== undefined) {
    const detail = 'is complete, and cannot be composed: this version asks no judge over the wire of sidecars';
    return [{ path: [...path, 'sidecar_judge'], detail }];
  }
  const { method = EVALS_DEFAULTS.method, panel } = judge ?? {};
  if (method === 'panel') {
    return (panel?.members ?? []).flatMap((seat, index) =>
      seat?.sidecar_endpoint_env === undefined
        ? addressRefusals(seat, [...path, 'judge', 'panel', 'members', index])
        : [
            {
              path: [...path, 'judge', 'panel', 'members', index, 'sidecar_endpoint_env'],
              detail: 'cannot be composed: this version takes seats at providers alone',
            },
          ],
    );
  }
  if (method === 'pointwise-bool') return addressRefusals(judge, [...path, 'judge']);
  const detail = `cannot be composed: over the API of a provider there are \`pointwise-bool\` and \`panel\`, not \`${method}\``;
  return [{ path: [...path, 'judge', 'method'], detail }];
}

/** A model of which nobody knows where its maker is reached, and of which the file does not say it either. */
function addressRefusals(seat: Pick<PanelSeat, 'model' | 'endpoint_env'> | undefined, path: Path): PlacedFault[] {
  const { model, endpoint_env: variable } = seat ?? {};
  if (model === undefined || variable !== undefined || seatTarget(model, undefined) !== undefined) return [];
  const detail = `is missing, and this version knows no address of the family ${modelFamily(model)}`;
  return [{ path: [...path, 'endpoint_env'], detail }];
}
