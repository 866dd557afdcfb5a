import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import { evaluatorIds, findEvaluator, type Evaluator } from '../evaluators.ts';
import type { JudgedTier } from '../methods/judge-method.ts';
import { SCORER_TRANSPORTS, type EvalsBlock, type EvaluatorEntry, type ScorerTransport } from './evals-block.ts';
import { findJudgeFaults, findSidecarJudgeFaults } from './judge-faults.ts';

/** The allowed transports of each kind of evaluator. People and external software send their outcomes themselves. */
const TRANSPORTS_OF: Readonly<Record<Evaluator['kind'], readonly ScorerTransport[]>> = {
  human: [],
  judge: ['judge', 'sidecar_judge'],
  check: ['sidecar'],
  external: [],
};

/** The facts from outside the block that its rules need. */
export interface EvalsContext {
  readonly dashboard: boolean;
  readonly tiers: readonly JudgedTier[];
}

/** All faults of the block `evals`, except faults in the form of its settings. */
export function findEvalsFaults(block: EvalsBlock, context: EvalsContext): DocumentFault[] {
  return [
    ...findOutcomesFaults(block.outcomes, context),
    ...findRepeats(
      block.evaluators?.map((entry) => entry?.id),
      ['evals', 'evaluators'],
      'id',
    ),
    ...(block.evaluators ?? []).flatMap((entry, index) =>
      entry === undefined ? [] : findEvaluatorFaults(entry, context, ['evals', 'evaluators', index]),
    ),
    ...findRepeats(block.validation?.gold_sources, ['evals', 'validation', 'gold_sources']),
    ...findCalibrationFaults(block.calibration),
    ...findRepeats(block.drift?.detectors, ['evals', 'drift', 'detectors']),
  ];
}

/** The faults of the outcome settings. Both ways to receive outcomes use the management plane. */
function findOutcomesFaults(outcomes: EvalsBlock['outcomes'], { dashboard }: EvalsContext): DocumentFault[] {
  if (dashboard) return [];
  return (['api_enabled', 'otel_ingest'] as const).flatMap((name) =>
    outcomes?.[name] === true
      ? [
          {
            path: ['evals', 'outcomes', name],
            detail: 'needs the dashboard, but `dashboard.enabled` is false: set it to true',
          },
        ]
      : [],
  );
}

function findEvaluatorFaults(entry: EvaluatorEntry, { tiers }: EvalsContext, path: DocumentPath): DocumentFault[] {
  const transports = SCORER_TRANSPORTS.filter((name) => entry[name] !== undefined);
  return [
    ...findIdFaults(entry.id, transports, [...path, 'id']),
    ...(transports.length > 1
      ? [{ path, detail: `must have exactly one scorer, but has ${transports.join(' and ')}` }]
      : []),
    ...(entry.judge !== undefined && entry.max_usd_per_day === undefined
      ? [{ path: [...path, 'max_usd_per_day'], detail: 'is required with `judge`, whose calls cost money' }]
      : []),
    ...(entry.judge === undefined ? [] : findJudgeFaults(entry.judge, tiers, [...path, 'judge'])),
    ...(entry.sidecar_judge === undefined
      ? []
      : findSidecarJudgeFaults(entry.sidecar_judge, [...path, 'sidecar_judge'])),
  ];
}

function findIdFaults(
  id: string | undefined,
  transports: readonly ScorerTransport[],
  path: DocumentPath,
): DocumentFault[] {
  if (id === undefined) return [];
  const ids = evaluatorIds('judge', 'check');
  if (!ids.includes(id)) {
    const near = nearestName(id, ids);
    const hint = near === undefined ? `the evaluators are ${ids.join(', ')}` : `did you mean \`${near}\`?`;
    return [{ path, detail: `must be a registered evaluator that can be configured (${hint})` }];
  }
  const kind = findEvaluator(id)?.kind ?? 'judge';
  return transports
    .filter((name) => !TRANSPORTS_OF[kind].includes(name))
    .map((name) => ({ path, detail: `is a ${kind}, so its entry cannot have \`${name}\`: omit that` }));
}

function findCalibrationFaults(calibration: EvalsBlock['calibration']): DocumentFault[] {
  const { enabled = false, confidence } = calibration?.quality ?? {};
  if (!enabled || confidence !== undefined) return [];
  const path = ['evals', 'calibration', 'quality', 'confidence'];
  return [{ path, detail: 'has no default, and is required if `enabled` is true' }];
}

/** The faults of repeated items of a list. `member` is the path from an item to its identifying member. */
function findRepeats(
  items: readonly (string | undefined)[] | undefined,
  path: DocumentPath,
  ...member: readonly string[]
): DocumentFault[] {
  return (items ?? []).flatMap((item, index) =>
    item !== undefined && items?.indexOf(item) !== index
      ? [{ path: [...path, index, ...member], detail: `repeats \`${item}\`: remove one of the two` }]
      : [],
  );
}
