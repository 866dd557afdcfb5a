import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import type { JudgedTier } from '../methods/judge-method.ts';
import { judgeMethod } from '../methods/judge-methods.ts';
import { findModelFaults, findRubricFaults } from '../methods/member-faults.ts';
import type { JudgeBlock, SidecarJudgeBlock } from './evals-block.ts';
import { EVALS_DEFAULTS } from './evals-settings.ts';

/** The maximum number of identical calls of a judge per request. */
const MAX_CONSISTENCY = 1;

/** The faults of a judge at a provider, except faults in the form of its settings. */
export function findJudgeFaults(judge: JudgeBlock, tiers: readonly JudgedTier[], path: DocumentPath): DocumentFault[] {
  const { self_consistency_k: k = EVALS_DEFAULTS.self_consistency_k } = judge;
  return [
    ...findModelFaults(judge.model, [...path, 'model']),
    ...(k > MAX_CONSISTENCY
      ? [
          {
            path: [...path, 'self_consistency_k'],
            detail: `must be at most ${MAX_CONSISTENCY}: this version queries a judge once`,
          },
        ]
      : []),
    ...findMethodFaults(judge, tiers, path),
  ];
}

/** The faults of settings that do not fit the method; empty for an unknown method. */
function findMethodFaults(judge: JudgeBlock, tiers: readonly JudgedTier[], path: DocumentPath): DocumentFault[] {
  const method = 'method' in judge ? judge.method : EVALS_DEFAULTS.method;
  return (method && judgeMethod(method)?.findFaults(judge, tiers, path)) ?? [];
}

/** The faults of a judge behind a sidecar, except faults in the form of its settings. */
export function findSidecarJudgeFaults({ method: id, rubric }: SidecarJudgeBlock, path: DocumentPath): DocumentFault[] {
  const method = id === undefined ? undefined : judgeMethod(id);
  return method === undefined ? [] : findRubricFaults(method, rubric, [...path, 'rubric']);
}
