import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import { listText } from '../../kernel/text/list-text.ts';
import { COMPOSED_METHODS, isComposed } from '../methods/judge-methods.ts';
import type { EvalsBlock, EvaluatorEntry } from './evals-block.ts';
import { EVALS_DEFAULTS } from './evals-settings.ts';

/**
 * The reasons why a block without faults cannot be composed by this version: by entry in the order of the entries, and
 * then the settings that nothing would read.
 */
export function findCompositionRefusals({ evaluators = [], calibration, drift }: EvalsBlock): DocumentFault[] {
  return [
    ...evaluators.flatMap((entry, index) =>
      entry === undefined ? [] : refusalsOf(entry, ['evals', 'evaluators', index]),
    ),
    ...calibrationRefusals(calibration),
    ...driftRefusals(drift),
  ];
}

/** A calibration that is switched off asks for nothing, and is composed. */
function calibrationRefusals(calibration: EvalsBlock['calibration']): DocumentFault[] {
  const { enabled, ...claimed } = calibration?.quality ?? {};
  const asked = [...(enabled === true ? ['enabled'] : []), ...Object.keys(claimed)];
  const detail = 'cannot be composed: this version fits no calibration and would read it nowhere. Leave it out';
  return asked.map((name) => ({ path: ['evals', 'calibration', 'quality', name], detail }));
}

function driftRefusals(drift: EvalsBlock['drift']): DocumentFault[] {
  if ((drift?.detectors ?? []).length === 0) return [];
  const detail = 'cannot be composed: this version looks for no drift and would read it nowhere. Leave it out';
  return [{ path: ['evals', 'drift', 'detectors'], detail }];
}

function refusalsOf(
  { judge, sidecar, sidecar_judge: sidecarJudge }: EvaluatorEntry,
  path: DocumentPath,
): DocumentFault[] {
  if (sidecar !== undefined) {
    return [{ path: [...path, 'sidecar'], detail: 'cannot be composed: this version asks no scorer service' }];
  }
  if (sidecarJudge !== undefined) {
    const detail = 'is complete, and cannot be composed: this version asks no judge over the wire of sidecars';
    return [{ path: [...path, 'sidecar_judge'], detail }];
  }
  const { method = EVALS_DEFAULTS.method } = judge ?? {};
  if (isComposed(method)) return COMPOSED_METHODS[method].findRefusals(judge ?? {}, [...path, 'judge']);
  const composed = listText(Object.keys(COMPOSED_METHODS).map((id) => `\`${id}\``));
  const detail = `cannot be composed: over the API of a provider there are ${composed}, not \`${method}\``;
  return [{ path: [...path, 'judge', 'method'], detail }];
}
