import type { Path, PlacedFault } from '../../kernel/placed-fault.ts';
import type { EvalsBlock, EvaluatorEntry } from './evals-block.ts';
import { EVALS_DEFAULTS } from './evals-settings.ts';

/** Why a block that has no faults cannot be composed by this version, by entry and in the order of the entries. */
export function findCompositionRefusals({ evaluators = [] }: EvalsBlock): PlacedFault[] {
  return evaluators.flatMap((entry, index) =>
    entry === undefined ? [] : refusalsOf(entry, ['evals', 'evaluators', index]),
  );
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
        ? []
        : [
            {
              path: [...path, 'judge', 'panel', 'members', index, 'sidecar_endpoint_env'],
              detail: 'cannot be composed: this version takes seats at providers alone',
            },
          ],
    );
  }
  if (method === 'pointwise-bool') return [];
  const detail = `cannot be composed: over the API of a provider there are \`pointwise-bool\` and \`panel\`, not \`${method}\``;
  return [{ path: [...path, 'judge', 'method'], detail }];
}
