import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import { listText } from '../../kernel/text/list-text.ts';
import { COMPOSED_METHODS, isComposed } from '../methods/judge-methods.ts';
import type { EvalsBlock, EvaluatorEntry } from './evals-block.ts';
import { EVALS_DEFAULTS } from './evals-settings.ts';

/**
 * The reasons why this version cannot run a block without faults: first by entry, in the order of the entries, then the
 * settings that this version would ignore.
 */
export function findCompositionRefusals({ evaluators = [] }: EvalsBlock): DocumentFault[] {
  return [
    ...evaluators.flatMap((entry, index) =>
      entry === undefined ? [] : refusalsOf(entry, ['evals', 'evaluators', index]),
    ),
  ];
}

function refusalsOf(
  { judge, sidecar, sidecar_judge: sidecarJudge }: EvaluatorEntry,
  path: DocumentPath,
): DocumentFault[] {
  if (sidecar !== undefined) {
    return [{ path: [...path, 'sidecar'], detail: 'is not supported: this version calls no scorer service. Omit it' }];
  }
  if (sidecarJudge !== undefined) {
    const detail = 'is complete, but not supported: this version calls no judge by the sidecar protocol. Omit it';
    return [{ path: [...path, 'sidecar_judge'], detail }];
  }
  const { method = EVALS_DEFAULTS.method } = judge ?? {};
  if (isComposed(method)) return COMPOSED_METHODS[method].findRefusals(judge ?? {}, [...path, 'judge']);
  const composed = listText(Object.keys(COMPOSED_METHODS).map((id) => `\`${id}\``));
  const detail = `is \`${method}\`, which is not supported: at the API of a provider, this version supports ${composed}`;
  return [{ path: [...path, 'judge', 'method'], detail }];
}
